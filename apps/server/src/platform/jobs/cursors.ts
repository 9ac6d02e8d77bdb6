// How far each listener has come, in the settings table, together with who is delivering to it at the moment. A cursor
// only moves if it is still what it was, so a process that was away for too long cannot move it back.
import type { Database, Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'

export interface Cursor {
  position: number
  holder: string | null
  /** Until when the holder has it to itself. */
  until: string
}

const nameOf = (listener: string) => `cursor:${listener}`

export async function readCursor(db: Db, listener: string): Promise<Cursor> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', nameOf(listener))
    .executeTakeFirst()
  return row === undefined ? { position: 0, holder: null, until: '' } : JSON.parse(row.value)
}

/** False when somebody else has moved it. */
export async function moveCursor(
  database: Database,
  listener: string,
  from: Cursor,
  to: Cursor,
): Promise<boolean> {
  const [name, value] = [nameOf(listener), JSON.stringify(to)]
  return transaction(database, async (db) => {
    const moved = await db
      .updateTable('settings')
      .set({ value })
      .where('name', '=', name)
      .where('value', '=', JSON.stringify(from))
      .executeTakeFirst()
    if (moved.numUpdatedRows > 0n) return true
    if (from.holder !== null || from.position > 0) return false
    const inserted = await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  })
}
