// Wakes the jobs that keep the indexes of searches, soon after something happened.
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { scheduleId } from '../../platform/jobs/schedule.ts'
import type { Services } from '../feature.ts'

/** Collects what is published at the same time. */
const gatherMilliseconds = 1000

/** Returns the way to end it. */
export function followPublishing(
  { database, clock, log }: Services,
  jobs: readonly string[],
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let waking: Promise<unknown> = Promise.resolve()
  const wake = () => {
    timer = undefined
    // The rows of the schedules themselves, so that there is never a second run beside the first.
    waking = transaction(database, async (db) => {
      for (const job of jobs) await enqueue(db, job, {}, { id: scheduleId(job), clock })
    }).catch((error: unknown) => log.warn('The indexes of searches wait for their next turn', { error }))
  }
  const notice = () => (timer ??= setTimeout(wake, gatherMilliseconds).unref())
  database.notices.on('events', notice)
  return async () => {
    database.notices.off('events', notice)
    clearTimeout(timer)
    await waking
  }
}
