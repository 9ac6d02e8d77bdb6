// Finished jobs are kept for a while to be looked at, then removed, in small steps so that nobody waits long.
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'

const day = 24 * 60 * 60 * 1000
const keptFor = { done: day, failed: 30 * day }
const step = 500

export async function pruneJobs(database: Database, now: Date): Promise<void> {
  for (const [state, time] of Object.entries(keptFor)) {
    const before = new Date(now.getTime() - time).toISOString()
    while ((await pruneStep(database, state, before)) === step);
  }
}

async function pruneStep(database: Database, state: string, before: string): Promise<number> {
  const rows = await database.db
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', state)
    .where('finished_at', '<', before)
    .limit(step)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  // Asked again, as a job may have been enqueued once more since.
  await transaction(database, (db) =>
    db
      .deleteFrom('jobs')
      .where('id', 'in', ids)
      .where('state', '=', state)
      .where('finished_at', '<', before)
      .execute(),
  )
  return rows.length
}
