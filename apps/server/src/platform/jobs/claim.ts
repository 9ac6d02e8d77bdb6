// The states of a job, as statements: waiting → running → done, or waiting again, or failed. Every change of a running
// job asks whether the worker still holds it, since a worker that was away for too long has lost it to another.
import type { Transaction } from 'kysely'
import type { Database, Db } from '../db/connect.ts'
import type { Schema } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { recordEvent } from './events.ts'
import { scheduleId } from './schedule.ts'

export interface ClaimedJob {
  id: string
  kind: string
  payload: string
  /** This one included. */
  attempts: number
  run_after: string
}

interface Claim {
  worker: string
  kinds: string[]
  limit: number
  now: Date
  until: Date
}

/** Takes jobs that are due, or that a worker took and died with. No two workers get the same one. */
export async function claimJobs(database: Database, claim: Claim): Promise<ClaimedJob[]> {
  // Looking costs nothing; on SQLite a transaction would make every writer wait.
  if ((await findDue(database.db, claim, 1)).length === 0) return []
  return transaction(database, async (db) => {
    const due = await findDue(db, claim, claim.limit, database.engine === 'postgres')
    if (due.length === 0) return []
    return takeOver(db, claim, due)
  })
}

async function findDue(db: Db, { kinds, now }: Claim, limit: number, isLocking = false): Promise<string[]> {
  const at = now.toISOString()
  const jobs = db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .orderBy('run_after')
    .limit(limit)
    // Another process that is claiming at this moment takes others instead of waiting for these.
    .$if(isLocking, (query) => query.forUpdate().skipLocked())
  // Two statements, because each can use the index on state and time, and their union could not.
  const lost = await jobs.where('state', '=', 'running').where('claimed_until', '<', at).execute()
  const waiting = await jobs.where('state', '=', 'waiting').where('run_after', '<=', at).execute()
  return [...lost, ...waiting].slice(0, limit).map((row) => row.id)
}

const takeOver = (
  db: Transaction<Schema>,
  { worker, until, now }: Claim,
  ids: string[],
): Promise<ClaimedJob[]> =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      state: 'running',
      attempts: eb('attempts', '+', 1),
      claimed_by: worker,
      claimed_until: until.toISOString(),
      started_at: now.toISOString(),
      progress: null,
    }))
    .where('id', 'in', ids)
    .returning(['id', 'kind', 'payload', 'attempts', 'run_after'])
    .execute()

/** Returns those that this worker still holds. */
export async function renewClaims(
  database: Database,
  worker: string,
  ids: string[],
  until: Date,
): Promise<string[]> {
  const rows = await transaction(database, (db) =>
    db
      .updateTable('jobs')
      .set({ claimed_until: until.toISOString() })
      .where('id', 'in', ids)
      .where('claimed_by', '=', worker)
      .where('state', '=', 'running')
      .returning('id')
      .execute(),
  )
  return rows.map((row) => row.id)
}

/** Nothing happens when the worker has lost it. */
export async function noteProgress(
  database: Database,
  worker: string,
  id: string,
  progress: string,
): Promise<void> {
  await transaction(database, (db) =>
    db
      .updateTable('jobs')
      .set({ progress: progress.slice(0, 500) })
      .where('id', '=', id)
      .where('claimed_by', '=', worker)
      .execute(),
  )
}

interface Outcome {
  state: 'done' | 'failed' | 'waiting'
  now: Date
  runAfter?: Date
  attempts?: number
  error?: string | null
}

export async function settleJob(
  database: Database,
  worker: string,
  job: ClaimedJob,
  outcome: Outcome,
): Promise<void> {
  await transaction(database, async (db) => {
    const held = db
      .updateTable('jobs')
      .where('id', '=', job.id)
      .where('claimed_by', '=', worker)
      .where('state', '=', 'running')
    const settled = await held
      .where('attempts', '=', job.attempts)
      .set(columnsOf(job, outcome))
      .executeTakeFirst()
    if (settled.numUpdatedRows > 0n) return tell(db, job, outcome)
    // Enqueued again while it ran, which set its attempts back: once more.
    await held.set({ state: 'waiting', claimed_by: null, claimed_until: null }).execute()
  })
}

/** Whoever watches the jobs. What runs again and again would only be noise. */
async function tell(db: Db, { id, kind }: ClaimedJob, { state }: Outcome): Promise<void> {
  if (id !== scheduleId(kind)) await recordEvent(db, 'job-settled', { id, kind, state })
}

const columnsOf = (job: ClaimedJob, { state, now, runAfter, attempts, error = null }: Outcome) => ({
  state,
  attempts: attempts ?? job.attempts,
  run_after: runAfter?.toISOString() ?? job.run_after,
  last_error: error,
  finished_at: state === 'waiting' ? null : now.toISOString(),
  claimed_by: null,
  claimed_until: null,
})

/**
 * Gives back what a process that is gone had claimed. Only where no other process can be: on SQLite the
 * folder is locked, so at the start nobody runs anything.
 */
export async function releaseAll(database: Database): Promise<void> {
  await transaction(database, (db) =>
    db
      .updateTable('jobs')
      .set({ state: 'waiting', claimed_by: null, claimed_until: null })
      .where('state', '=', 'running')
      .execute(),
  )
}
