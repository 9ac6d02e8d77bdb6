// Searches by time: created, changed, downloaded, or not downloaded for long.
import { badRequest } from '../../platform/errors.ts'
import { readDate } from '../../registry/aql/dates.ts'
import { allOf, anyOf, pair, type Criterion, type Value } from '../../registry/aql/query.ts'

const fields = new Map([
  ['created', 'created'],
  ['lastmodified', 'modified'],
  ['modified', 'modified'],
  ['lastdownloaded', 'stat.downloaded'],
])

export function inSpan(
  names: readonly string[],
  span: { from?: string | undefined; to?: string | undefined },
): Criterion {
  const alternatives = names.map((name) => {
    const field = fields.get(name.trim().toLowerCase())
    if (field === undefined)
      throw badRequest(
        'dateFields holds created, lastModified or lastDownloaded, with commas between.',
        'dateFields',
      )
    return allOf(...bounds(field, span))
  })
  return anyOf(...alternatives)
}

/** Not downloaded since, and old enough to have been. */
export function unusedSince(
  notUsedSince: string | undefined,
  createdBefore: string | undefined,
): Criterion[] {
  const since = momentOf('notUsedSince', notUsedSince)
  if (since === undefined) throw badRequest('Say since when: notUsedSince.', 'notUsedSince')
  return [
    pair('created', momentOf('createdBefore', createdBefore) ?? since, '$lt'),
    anyOf(pair('stat.downloads', null), pair('stat.downloaded', since, '$lt')),
  ]
}

function bounds(
  field: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Criterion[] {
  const one = (name: string, text: string | undefined, operator: '$gte' | '$lt') => {
    const at: Value | undefined = momentOf(name, text)
    return at === undefined ? [] : [pair(field, at, operator)]
  }
  return [...one('from', from, '$gte'), ...one('to', to, '$lt')]
}

function momentOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  // Scripts that mean `ever` write 0.
  const at = /^\d{1,14}$/.test(text) ? new Date(Number(text)).toISOString() : readDate(text)
  if (at === undefined)
    throw badRequest(`${name} is no date. Write 2026-01-31T10:20:30.123Z, or milliseconds.`, name)
  return at
}
