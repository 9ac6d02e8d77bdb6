import { artifactBrowser } from '@bindery/contracts'
import { cache } from '../../lib/query.ts'
import { refreshRepository } from './tree/tree-state.ts'

/** After a change: the tree below these repositories, and everything that was shown of a place. */
export async function refreshPlaces(repositories: Iterable<string>): Promise<void> {
  const shown = [
    artifactBrowser.item,
    artifactBrowser.children,
    artifactBrowser.size,
    artifactBrowser.find,
    artifactBrowser.roots,
  ]
  await Promise.all([
    ...[...new Set(repositories)].map(refreshRepository),
    ...shown.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
  ])
}
