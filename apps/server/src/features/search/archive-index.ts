// When the index of archives is brought up to date: soon after something happened, by a durable job. Nobody who publishes
// writes a row for it; the events that are there anyway are followed, many at a time.
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { scheduleId } from '../../platform/jobs/schedule.ts'
import type { JobContext } from '../../platform/jobs/worker.ts'
import { keepArchiveIndex } from '../../registry/archives/keep-index.ts'
import type { Services } from '../feature.ts'

export const archiveIndexJob = 'index-archives'
/** For what is missed, as by a process that was killed. */
export const archiveIndexSchedule = { everyMinutes: 60 }

/** Collects what is published at the same time. */
const gatherMilliseconds = 1000

export const runArchiveIndex = ({ registry }: Services, _payload: unknown, { signal }: JobContext) =>
  keepArchiveIndex(registry, signal)

/** Returns the way to end it. */
export function followPublishing({ database, clock, log }: Services): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let waking: Promise<unknown> = Promise.resolve()
  const wake = () => {
    timer = undefined
    // The row of the schedule itself, so that there is never a second run beside the first.
    waking = transaction(database, (db) =>
      enqueue(db, archiveIndexJob, {}, { id: scheduleId(archiveIndexJob), clock }),
    ).catch((error: unknown) => log.warn('The index of archives waits for its next turn', { error }))
  }
  const notice = () => (timer ??= setTimeout(wake, gatherMilliseconds).unref())
  database.notices.on('events', notice)
  return async () => {
    database.notices.off('events', notice)
    clearTimeout(timer)
    await waking
  }
}
