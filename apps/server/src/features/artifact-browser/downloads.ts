import type { RecentDownload } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import type { Services } from '../feature.ts'
import { findNodeAt, type Asked } from '../../registry/places.ts'
import { listReaching } from './reaching.ts'

const mostShown = 10

/** Asked for by the path of the file, under its own repository or under a virtual one that includes it. */
export async function listDownloads(
  services: Services,
  actor: Actor,
  asked: Asked,
): Promise<RecentDownload[]> {
  const { holder, node } = await findNodeAt(services, actor, asked)
  const keys = [holder.key, ...(await listReaching(services, holder))]
  return keys
    .flatMap((key) => services.registry.requests.list(key))
    .filter(({ method, status, path }) => method === 'GET' && status < 300 && decoded(path) === node.path)
    .toSorted((a, b) => b.number - a.number)
    .slice(0, mostShown)
    .map(({ at, actor: by, repository, client }) => ({ at, by, through: repository, client }))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a client's slip; it found nothing
  }
}
