// Whether a remote repository would give a file, asked without fetching it.
import { findFile } from '../file-nodes.ts'
import { remoteConfig } from '../repositories.ts'
import type { RegistryRequest } from '../request.ts'
import { isKnownMissing, requireCaching } from './fresh.ts'
import { passHead, passThrough } from './pass-through.ts'

/** Where the file would come from; undefined when there is none. Throws what a reader would be told. */
export async function probeFile(
  request: RegistryRequest,
  path: string,
): Promise<'cache' | 'upstream' | undefined> {
  const { registry, repository: remote } = request
  if (await findFile(registry, remote, path)) return 'cache'
  if (isKnownMissing(request, path)) return undefined
  requireCaching(request, path)
  // Some upstreams know no HEAD: the file is begun and dropped.
  const ask = remoteConfig(remote).bypassHeadRequests ? passThrough : passHead
  const reply = await ask(request, path)
  if (typeof reply?.body === 'object') for await (const _ of reply.body) break
  return reply && 'upstream'
}
