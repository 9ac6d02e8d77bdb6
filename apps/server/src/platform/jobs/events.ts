// The outbox: what happened, written in the transaction that made it happen; event-dispatcher.ts tells the listeners.
//
// Order. `sequence` counts when an event is recorded, but on PostgreSQL a transaction may record 7 and commit after
// another has recorded and committed 8: whoever read up to 8 would never see 7. So listeners follow `position`,
// which is given to committed events only, under a lock, one batch after the other: a position that
// can be seen has no lower one still to come. It needs no transaction numbers, so a dump restored on another server goes on.
import { sql, type Transaction } from 'kysely'
import { systemClock, type Clock } from '../clock.ts'
import type { Database, Db } from '../db/connect.ts'
import { prepare } from '../db/prepare.ts'
import type { EventRow, Schema } from '../db/schema.ts'
import { noticeAfterCommit, transaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'

export interface RecordedEvent {
  /** The same when it is delivered again. */
  id: string
  kind: string
  payload: unknown
  createdAt: string
  position: number
}

/** Inside a transaction only. The payload is kept as JSON. */
export async function recordEvent(
  db: Db,
  kind: string,
  payload: unknown,
  clock: Clock = systemClock,
): Promise<void> {
  const now = clock.now()
  await insertEvent.run(db, {
    id: newId(now.getTime()),
    kind,
    payload: JSON.stringify(payload ?? null),
    created_at: now.toISOString(),
  })
  noticeAfterCommit(db, 'events')
}

const insertEvent = prepare((db, row: Pick<EventRow, 'id' | 'kind' | 'payload' | 'created_at'>) =>
  db.insertInto('events').values({ ...row, position: null }),
)

/**
 * Gives positions to what has been committed since the last time. What is committed meanwhile is left for the next time:
 * to run after somebody who publishes without a pause would cost a transaction for each event.
 */
export async function placeEvents(database: Database): Promise<void> {
  if (!(await hasUnplaced(database.db))) return
  while ((await transaction(database, (db) => placeBatch(database, db))) === batch);
}

export async function readEvents(db: Db, after: number, limit: number): Promise<RecordedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'kind', 'payload', 'created_at', 'position'])
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

/** The newest that have a position, oldest first. */
export async function readLastEvents(db: Db, limit: number): Promise<RecordedEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'kind', 'payload', 'created_at', 'position'])
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map(toEvent)
}

/** The last position that was given, also when its event is gone since. */
export async function readLastPosition(db: Db): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', counter).executeTakeFirst()
  return Number(row?.value ?? 0)
}

const toEvent = (row: Omit<EventRow, 'sequence'>): RecordedEvent => ({
  id: row.id,
  kind: row.kind,
  payload: JSON.parse(row.payload),
  createdAt: row.created_at,
  position: row.position ?? 0,
})

/** Removes events up to a position that everybody has passed, once they are old. */
export async function pruneEvents(database: Database, upTo: number, before: Date): Promise<void> {
  for (;;) {
    const rows = await database.db
      .selectFrom('events')
      .select('sequence')
      .where('position', '<=', upTo)
      .where('created_at', '<', before.toISOString())
      .orderBy('position')
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    const sequences = rows.map((row) => row.sequence)
    await transaction(database, (db) => db.deleteFrom('events').where('sequence', 'in', sequences).execute())
  }
}

const batch = 500
const counter = 'events:position'

async function hasUnplaced(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('events')
    .select('sequence')
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many. */
async function placeBatch(database: Database, db: Transaction<Schema>): Promise<number> {
  const last = await lockCounter(database, db)
  // Read after the lock was taken, so it sees everything that is committed by now.
  const { numAffectedRows = 0n } = await sql`
    update events set position = placed.position
    from (
      select sequence, cast(${last} as bigint) + row_number() over (order by sequence) as position
      from events where position is null order by sequence limit ${sql.lit(batch)}
    ) as placed
    where events.sequence = placed.sequence
  `.execute(db)
  const placed = Number(numAffectedRows)
  const value = String(last + placed)
  await db.updateTable('settings').set({ value }).where('name', '=', counter).execute()
  return placed
}

async function lockCounter(database: Database, db: Transaction<Schema>): Promise<number> {
  await db
    .insertInto('settings')
    .values({ name: counter, value: '0' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', counter)
    // On SQLite the transaction itself is the lock.
    .$if(database.engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return Number(value)
}
