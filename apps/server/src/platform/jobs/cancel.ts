// Jobs that somebody does not want any more. One that waits never begins; one that runs is told to give up, and what it did
// so far stays done.
import type { Db } from '../db/connect.ts'
import { noticeAfterCommit } from '../db/transaction.ts'
import { conflict, notFound } from '../errors.ts'
import { scheduleId } from './schedule.ts'

/** Inside a transaction. Returns what kind of job it was. */
export async function cancelJob(db: Db, id: string, by: string, now: Date): Promise<string> {
  const job = await db.selectFrom('jobs').select(['kind', 'state']).where('id', '=', id).executeTakeFirst()
  if (!job) throw notFound('job', id)
  if (id === scheduleId(job.kind))
    throw conflict(`${job.kind} runs again and again. It cannot be cancelled, only its settings changed.`)
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      state: 'failed',
      last_error: `Cancelled by ${by}.`,
      finished_at: now.toISOString(),
      claimed_by: null,
      claimed_until: null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw conflict(`This job is over: it is ${job.state}.`)
  // Wakes the worker of this process, which finds that it lost the job; others find out with their next renewal.
  noticeAfterCommit(db, 'cancelled')
  return job.kind
}
