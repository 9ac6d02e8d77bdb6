// What the care of the storage did and is doing, a row for each run. Progress is written once a second at most: it is
// for people.
import type { Db } from '../platform/db/connect.ts'
import type { StorageRunRow } from '../platform/db/schema.ts'
import { transaction } from '../platform/db/transaction.ts'
import { newId } from '../platform/ids.ts'
import type { Registry } from './registry.ts'

const kept = 50

export interface Run<Result> {
  /** What it has done so far; changed by whoever runs. */
  result: Result
  /** Tells about the progress. */
  tell(): Promise<void>
}

interface BegunRun<Result> {
  id: string
  result: Result
}

/** Runs `work` with a row that tells how far it is and how it ended. What it throws is kept there and thrown on. */
export async function withRun<Result extends object>(
  registry: Pick<Registry, 'clock' | 'database'>,
  { id, result }: BegunRun<Result>,
  work: (run: Run<Result>) => Promise<void>,
): Promise<void> {
  const { database } = registry
  const write = (end: Partial<Pick<StorageRunRow, 'finished_at' | 'failure'>> = {}) =>
    transaction(database, (db) =>
      db
        .updateTable('storage_runs')
        .set({ result: JSON.stringify(result), ...end })
        .where('id', '=', id)
        .execute(),
    )
  const finished_at = () => registry.clock.now().toISOString()
  try {
    await work({ result, tell: throttled(write) })
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    await write({ finished_at: finished_at(), failure })
    throw error
  }
  await write({ finished_at: finished_at() })
}

export async function lastRuns<Result>(db: Db, kind: string, limit = 10) {
  const rows = await db
    .selectFrom('storage_runs')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRun<Result>)
}

/** By their kinds; those that never ran have none. */
export async function lastRunOfEach<Result>(db: Db, kinds: readonly string[]) {
  if (kinds.length === 0) return new Map<string, never>()
  const newest = db
    .selectFrom('storage_runs')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('kind', 'in', kinds)
    .groupBy('kind')
  const rows = await db.selectFrom('storage_runs').selectAll().where('id', 'in', newest).execute()
  return new Map(rows.map((row) => [row.kind, toRun<Result>(row)]))
}

const toRun = <Result>(row: StorageRunRow) => ({
  id: row.id,
  startedAt: row.started_at,
  startedBy: row.started_by,
  finishedAt: row.finished_at,
  failure: row.failure,
  // Only withRun writes this column, with the result of its kind.
  ...(JSON.parse(row.result) as Result),
})

/** One run of a kind at a time: what looks unfinished was ended by a crash. Old ones go. */
export async function beginRun<Result extends object>(
  db: Db,
  kind: string,
  { by, now, result }: { by: string; now: Date; result: Result },
): Promise<BegunRun<Result>> {
  const id = newId(now.getTime())
  await db
    .updateTable('storage_runs')
    .set({ finished_at: now.toISOString(), failure: 'The process ended before the run did.' })
    .where('kind', '=', kind)
    .where('finished_at', 'is', null)
    .execute()
  const oldest = await db
    .selectFrom('storage_runs')
    .select('id')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .offset(kept - 1)
    .limit(1)
    .executeTakeFirst()
  if (oldest)
    await db.deleteFrom('storage_runs').where('kind', '=', kind).where('id', '<=', oldest.id).execute()
  await db
    .insertInto('storage_runs')
    .values({
      id,
      kind,
      started_at: now.toISOString(),
      started_by: by,
      finished_at: null,
      failure: null,
      result: JSON.stringify(result),
    })
    .execute()
  return { id, result }
}

function throttled(write: () => Promise<unknown>): () => Promise<void> {
  let told = performance.now()
  return async () => {
    if (performance.now() - told < 1000) return
    told = performance.now()
    await write()
  }
}
