// Reading the audit log, newest first, page by page.
import type { AuditEntry, AuditFilter, Page, PageQuery } from '@bindery/contracts'
import type { AuditRow } from '../../platform/db/schema.ts'
import type { Selectable } from 'kysely'
import { badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

export async function listEntries(
  services: Services,
  { after, limit, ...filter }: PageQuery & AuditFilter,
): Promise<Page<AuditEntry>> {
  const rows = await readEntries(services, filter, limit + 1, before(after))
  const items = rows.slice(0, limit)
  const hasNextPage = rows.length > limit
  return {
    items,
    total: -1,
    hasNextPage,
    endCursor: hasNextPage ? String(items.at(-1)?.id ?? '') : null,
  }
}

/** Entries that are older than the one with the number `below`. */
export async function readEntries(
  { database }: Pick<Services, 'database'>,
  filter: AuditFilter,
  limit: number,
  below?: number,
): Promise<AuditEntry[]> {
  const { kind, actor, target, outcome, from, to } = filter
  let query = database.db.selectFrom('audit').selectAll().orderBy('sequence', 'desc').limit(limit)
  if (below !== undefined) query = query.where('sequence', '<', below)
  if (kind?.endsWith('.*')) {
    // From `user.` up to, and without, `user/`: the character after the dot.
    const thing = kind.slice(0, -2)
    query = query.where('kind', '>=', `${thing}.`).where('kind', '<', `${thing}/`)
  } else if (kind !== undefined) query = query.where('kind', '=', kind)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (target !== undefined) query = query.where('target', '=', target)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  if (from !== undefined) query = query.where('at', '>=', new Date(from).toISOString())
  if (to !== undefined) query = query.where('at', '<', new Date(to).toISOString())
  return (await query.execute()).map(toEntry)
}

export async function listKinds({ database }: Services): Promise<string[]> {
  const rows = await database.db.selectFrom('audit').select('kind').distinct().orderBy('kind').execute()
  return rows.map((row) => row.kind)
}

function before(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor)) throw badRequest('This is not the end of a page.', 'after')
  return Number(cursor)
}

const toEntry = (row: Selectable<AuditRow>): AuditEntry => ({
  id: row.sequence,
  at: row.at,
  kind: row.kind,
  outcome: row.outcome === 'failure' ? 'failure' : 'success',
  actor: row.actor,
  address: row.address,
  target: row.target,
  // Written by audit() as an object.
  detail: JSON.parse(row.detail) as Record<string, unknown>,
})
