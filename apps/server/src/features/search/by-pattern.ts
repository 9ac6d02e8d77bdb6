// Files of one repository by an Ant pattern: `*` and `?` within a folder, `**` any folders.
import { compilePattern } from '../../access/rules/permission-patterns.ts'
import { badRequest } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import { jsonList } from '../../platform/http/json-stream.ts'
import { anyOf, pair, type Criterion } from '../../registry/aql/query.ts'
import { storageUrl } from '../../registry/item-json.ts'
import { findAllItems, mostResults, pathOf, type Asking } from './collect.ts'

export function searchPattern(asking: Asking, text: string): Promise<PlainReply> {
  const colon = text.indexOf(':')
  if (colon < 1) throw badRequest('Write the pattern as repository:path/to/*.jar.', 'pattern')
  const key = text.slice(0, colon)
  const place = { repoUri: storageUrl(asking.origin, key, ''), sourcePattern: text }
  const head = `${JSON.stringify(place).slice(0, -1)},"files":[`
  return jsonList(findPaths(asking, key, text.slice(colon + 1)), { head, tail: () => ']}' })
}

/** Each path once, also where several members of a virtual repository have it. */
async function* findPaths(asking: Asking, key: string, pattern: string): AsyncGenerator<string[], void> {
  const { matches } = compilePattern(pattern)
  const told = new Set<string>()
  for await (const items of findAllItems(asking, key, ...candidates(pattern))) {
    const paths = new Set(items.map(pathOf).filter((path) => matches(path) && !told.has(path)))
    const some = [...paths].slice(0, mostResults - told.size)
    for (const path of some) told.add(path)
    yield some
    if (told.size === mostResults) return
  }
}

/** What an index can find; a star of the query language also spans folders, so the pattern is asked about each of them. */
function candidates(pattern: string): Criterion[] {
  const segments = pattern.split('/').filter((segment) => segment !== '')
  const name = segments.at(-1) ?? '**'
  const named = name === '**' ? [] : [pair('name', name, '$match')]
  const deep = segments.indexOf('**')
  const folder = segments.slice(0, deep < 0 ? -1 : deep).join('/')
  if (deep < 0)
    return [...named, pair('path', folder === '' ? '.' : folder, '$match'), pair('depth', segments.length)]
  if (folder === '') return named
  return [...named, anyOf(pair('path', folder, '$match'), pair('path', `${folder}/*`, '$match'))]
}
