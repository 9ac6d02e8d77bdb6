// A page of names in the way of this wire: an empty cursor is the end.
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/connect.ts'

interface NameQuery {
  cursor?: string | undefined
  limit: number
  descending_order: 'true' | 'false'
}

interface NameRow {
  name: string
  realm: string
  status: string
}

export async function pageOfNames(
  db: Db,
  table: 'users' | 'groups' | 'permissions',
  query: NameQuery,
): Promise<{ rows: NameRow[]; cursor: string }> {
  const isDescending = query.descending_order === 'true'
  let page = db
    .selectFrom(table)
    .select('name')
    .$if(table === 'users', (some) => some.select(['realm', 'status'] as never))
    .orderBy('name', isDescending ? 'desc' : 'asc')
    .limit(query.limit + 1)
  if (query.cursor)
    page = page.where('name', isDescending ? '<' : '>', decodeCursor(query.cursor, 1)[0] ?? '')
  // Only users have the other two; whoever lists something else does not look at them.
  const rows = (await page.execute()) as unknown as NameRow[]
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return { rows: shown, cursor: rows.length > query.limit && last ? encodeCursor(last.name) : '' }
}
