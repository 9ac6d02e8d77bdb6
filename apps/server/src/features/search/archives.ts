// Archives by what is in them.
import { allOf, anyOf, itemsWhere, pair, type Criterion, type Query } from '../../registry/aql/query.ts'
import { search } from '../../registry/aql/run.ts'
import { storageUrl } from '../../registry/item-json.ts'
import { findItems, inRepositories, mostResults, pathOf, type Asking, type FoundItem } from './collect.ts'

interface FoundEntry {
  'entry.name': string
  'entry.path': string
  archives?: { items?: FoundItem[] }[]
}

/** Each entry of this name, path or class, with the archives that hold it. */
export async function findEntries(asking: Asking, name: string, repos: string | undefined) {
  const include = ['name', 'path', 'archive.item.repo', 'archive.item.path', 'archive.item.name']
  const query: Query = {
    ...itemsWhere(entryNamed(name), ...inRepositories(repos).map(throughArchive)),
    domain: { text: 'archive.entries', at: 0 },
    include: include.map((text) => ({ text, at: 0 })),
    limit: mostResults,
  }
  const wanted = await itemsHolding(asking, name, repos)
  const uris = new Map<string, Set<string>>()
  let count = 0
  for await (const rows of search(asking.registry, asking.actor, query)) {
    for (const row of rows as unknown as FoundEntry[]) {
      const entry =
        row['entry.path'] === '.' ? row['entry.name'] : `${row['entry.path']}/${row['entry.name']}`
      const known = uris.get(entry) ?? new Set()
      for (const item of row.archives?.flatMap(({ items = [] }) => items) ?? []) {
        const uri = storageUrl(asking.origin, item.repo, pathOf(item))
        if (wanted === undefined || wanted.has(uri)) known.add(uri)
        count++
      }
      uris.set(entry, known)
    }
    // The same bytes may lie in very many places.
    if (count >= mostResults) break
  }
  return [...uris].map(([entry, archives]) => ({ entry, archiveUris: [...archives] }))
}

/** Those of these repositories: an entry knows every file with the bytes of its archive. Undefined: all of them. */
async function itemsHolding(
  asking: Asking,
  name: string,
  repos: string | undefined,
): Promise<Set<string> | undefined> {
  if (inRepositories(repos).length === 0) return undefined
  const uris = new Set<string>()
  for await (const items of findItems(asking, repos, entryNamed(name, 'archive.entry.')))
    for (const item of items) uris.add(storageUrl(asking.origin, item.repo, pathOf(item)))
  return uris
}

/** `Main.class`, `org/acme/Main.class` or, as programs say it, `org.acme.Main`; with wildcards in any part. */
function entryNamed(text: string, prefix = ''): Criterion {
  const at = (path: string): Criterion => {
    const slash = path.lastIndexOf('/')
    const name = pair(`${prefix}name`, path.slice(slash + 1), '$match')
    return slash < 0 ? name : allOf(pair(`${prefix}path`, path.slice(0, slash), '$match'), name)
  }
  const isClass = /^[\w$*?]+(?:\.[\w$*?]+)+$/.test(text)
  return isClass ? anyOf(at(text), at(`${text.replaceAll('.', '/')}.class`)) : at(text)
}

/** A criterion of items as one of entries. */
const throughArchive = (criterion: Query['where']['of'][number]): Query['where']['of'][number] =>
  criterion.kind === 'pair'
    ? { ...criterion, field: `archive.item.${criterion.field}` }
    : { ...criterion, of: criterion.of.map(throughArchive) }
