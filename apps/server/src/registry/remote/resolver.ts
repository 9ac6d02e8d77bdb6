// A remote repository: what its cache holds, and what its upstream gives. Files that never change are fetched once; others
// are asked about again when they are older than the repository allows.
import type { WireReply } from '../../platform/http/wire.ts'
import { isGuarded } from '../guards.ts'
import { findFile } from '../file-nodes.ts'
import { formatOf } from '../registry.ts'
import { remoteConfig } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import type { Resolver } from '../resolve/resolver.ts'
import { serveFile } from '../serve-file.ts'
import { lookUpstream } from './document.ts'
import { isImmutable, type Filling } from './fill.ts'
import { freshFile, isKnownMissing, requireCaching } from './fresh.ts'
import { passHead, passThrough } from './pass-through.ts'
import { serveGrowing } from './serve-growing.ts'
import { wantedFile } from './wanted.ts'

export const remoteResolver: Resolver = {
  async serve(request, path) {
    const { registry, repository: remote } = request
    const cached = await findFile(registry, remote, path)
    if (cached && isImmutable(registry, remote, path)) {
      registry.remotes.healths.count(remote, 'hits')
      return serveFile(request, cached)
    }
    if (!cached && isKnownMissing(request, path)) return undefined
    const pass = cached ? undefined : passing(request, path)
    if (pass) {
      requireCaching(request, path)
      return countFetched(request, pass(request, path))
    }
    const found = await freshFile(request, path, cached, () => wantedFile(request, path))
    if (found === undefined) return undefined
    if ('done' in found) return countFetched(request, serveFilling(request, path, found))
    registry.remotes.healths.count(remote, found.modifiedAt === cached?.modifiedAt ? 'hits' : 'misses')
    return serveFile(request, found)
  },
  look: lookUpstream,
}

async function countFetched(
  { registry, repository: remote }: RegistryRequest,
  fetched: Promise<WireReply | undefined>,
): Promise<WireReply | undefined> {
  const reply = await fetched
  if (reply) registry.remotes.healths.count(remote, 'misses')
  return reply
}

/** How it is served without being kept, when it is not to be; documents always are. */
function passing({ registry, repository, method }: RegistryRequest, path: string) {
  const { storeArtifactsLocally, bypassHeadRequests } = remoteConfig(repository)
  if (formatOf(registry, repository).upstream?.document.nameAt(path) !== undefined) return undefined
  if (!storeArtifactsLocally) return passThrough
  return method === 'HEAD' && !bypassHeadRequests ? passHead : undefined
}

async function serveFilling(
  request: RegistryRequest,
  path: string,
  filling: Filling,
): Promise<WireReply | undefined> {
  // A guard decides about whole files.
  const mayStart = request.method === 'GET' && !isGuarded(request.registry.guards, 'beforeServe')
  const growing = mayStart ? await filling.growing : undefined
  if (growing) return serveGrowing(request, path, growing, filling)
  const file = await filling.done
  return file && serveFile(request, file)
}
