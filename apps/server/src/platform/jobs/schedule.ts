// Recurring jobs. Each is one row that never finishes, so however many processes there are, it runs once.
import type { Clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'

interface Schedule {
  everyMinutes: number
}

/** By the kind of the job. */
export type Schedules = Record<string, Schedule>

export const scheduleId = (kind: string) => `schedule:${kind}`

export const nextRun = (schedule: Schedule, now: Date) =>
  new Date(now.getTime() + schedule.everyMinutes * 60_000)

/** Creates the rows that are missing (they are due at once), and pulls in those whose interval got shorter. */
export async function ensureSchedules(database: Database, schedules: Schedules, clock: Clock): Promise<void> {
  const now = clock.now()
  await transaction(database, async (db) => {
    for (const [kind, schedule] of Object.entries(schedules)) {
      await db
        .insertInto('jobs')
        .values({
          ...newRow,
          id: scheduleId(kind),
          kind,
          run_after: now.toISOString(),
          created_at: now.toISOString(),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      const latest = nextRun(schedule, now).toISOString()
      await db
        .updateTable('jobs')
        .set({ run_after: latest })
        .where('id', '=', scheduleId(kind))
        .where('state', '=', 'waiting')
        .where('run_after', '>', latest)
        .execute()
    }
  })
}

/** What was enqueued by a clock that was ahead is due now, instead of when that time comes. */
export async function pullInFuture(database: Database, clock: Clock): Promise<void> {
  const now = clock.now().toISOString()
  await transaction(database, (db) =>
    db
      .updateTable('jobs')
      .set({ run_after: now })
      .where('state', '=', 'waiting')
      .where('run_after', '>', now)
      .where('created_at', '>', now)
      .execute(),
  )
}

const newRow = {
  payload: '{}',
  state: 'waiting',
  attempts: 0,
  claimed_by: null,
  claimed_until: null,
  last_error: null,
  finished_at: null,
  progress: null,
  started_at: null,
}
