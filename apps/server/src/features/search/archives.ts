// Archives by what is in them.
import { itemsWhere, pair, type Query } from '../../registry/aql/query.ts'
import { search } from '../../registry/aql/run.ts'
import { storageUrl } from '../../registry/item-json.ts'
import { inRepositories, mostResults, pathOf, type Asking, type FoundItem } from './collect.ts'

interface FoundEntry {
  'entry.name': string
  'entry.path': string
  archives?: { items?: FoundItem[] }[]
}

/** Each entry of this name, with the archives that hold it. */
export async function findEntries(asking: Asking, name: string, repos: string | undefined) {
  const include = ['name', 'path', 'archive.item.repo', 'archive.item.path', 'archive.item.name']
  const query: Query = {
    ...itemsWhere(pair('name', name, '$match'), ...inRepositories(repos).map(throughArchive)),
    domain: { text: 'archive.entries', at: 0 },
    include: include.map((text) => ({ text, at: 0 })),
    limit: mostResults,
  }
  const uris = new Map<string, Set<string>>()
  for await (const rows of search(asking.registry, asking.actor, query))
    for (const row of rows as unknown as FoundEntry[]) {
      const entry =
        row['entry.path'] === '.' ? row['entry.name'] : `${row['entry.path']}/${row['entry.name']}`
      const known = uris.get(entry) ?? new Set()
      for (const item of row.archives?.flatMap(({ items = [] }) => items) ?? [])
        known.add(storageUrl(asking.origin, item.repo, pathOf(item)))
      uris.set(entry, known)
    }
  return [...uris].map(([entry, archives]) => ({ entry, archiveUris: [...archives] }))
}

/** A criterion of items as one of entries. */
const throughArchive = (criterion: Query['where']['of'][number]): Query['where']['of'][number] =>
  criterion.kind === 'pair'
    ? { ...criterion, field: `archive.item.${criterion.field}` }
    : { ...criterion, of: criterion.of.map(throughArchive) }
