// Work that may fail or wait is a row, written in the transaction that causes it: it is there exactly when its cause
// is. A job may run twice and must not mind.
import { systemClock, type Clock } from '../clock.ts'
import type { Db } from '../db/connect.ts'
import { noticeAfterCommit } from '../db/transaction.ts'
import { newId } from '../ids.ts'

export interface EnqueueOptions {
  runAfter?: Date
  /**
   * Two calls with one id make one job. If it is running, it runs once more afterwards, because it may have
   * looked before the change that is announced now; if it has finished, it runs again.
   */
  id?: string
  clock?: Clock
}

/** Inside a transaction only. The payload is kept as JSON. Returns the id of the job. */
export async function enqueue(
  db: Db,
  kind: string,
  payload: unknown,
  options: EnqueueOptions = {},
): Promise<string> {
  const now = (options.clock ?? systemClock).now()
  const id = options.id ?? newId(now.getTime())
  const fresh = {
    payload: JSON.stringify(payload ?? null),
    state: 'waiting',
    attempts: 0,
    run_after: (options.runAfter ?? now).toISOString(),
    last_error: null,
    finished_at: null,
    progress: null,
    started_at: null,
  }
  await db
    .insertInto('jobs')
    .values({ id, kind, created_at: now.toISOString(), claimed_by: null, claimed_until: null, ...fresh })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...fresh,
        // The worker that runs it sees at the end that the attempts were set back, and lets it wait again.
        state: eb.case().when('jobs.state', '=', 'running').then('running').else('waiting').end(),
      })),
    )
    .execute()
  noticeAfterCommit(db, 'jobs')
  return id
}
