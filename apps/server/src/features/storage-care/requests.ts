// When a task is next: asked for by somebody, or by its schedule. Its job looks often and is due seldom, so that a
// changed interval counts at once.
import { z } from 'zod'
import { audit, type Doer } from '../../access/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { scheduleId } from '../../platform/jobs/schedule.ts'
import { liveSetting, type LiveSetting } from '../../platform/live-settings.ts'
import { lastRuns } from '../../registry/storage-runs.ts'
import type { Services } from '../feature.ts'

const State = z.object({
  asked: z.object({ by: z.string(), isPreview: z.boolean() }).nullable().default(null),
  /** When the last run that was no preview began. */
  lastAt: z.string().nullable().default(null),
})
type TaskState = z.infer<typeof State>

export interface Task {
  job: string
  state: LiveSetting<TaskState>
}

export const defineTask = (job: string): Task => ({
  job,
  state: liveSetting(`task:${job}`, State, { isQuiet: true }),
})

/** Changed by an administrator, and written down. */
export async function saveSettings<T extends Record<string, unknown>>(
  { access, database }: Services,
  by: Doer,
  setting: LiveSetting<T>,
  given: T,
  kind: 'storage.garbage-settings-changed' | 'storage.scrub-settings-changed' | 'storage.limits-changed',
): Promise<T> {
  await transaction(database, async (db, after) => {
    await access.live.set(db, after, setting, given)
    await audit(access, db, by, { kind, detail: given })
  })
  return given
}

/** What every task tells of itself. */
export async function readTask<Result>(
  { access, clock, database }: Services,
  { job, state }: Task,
  intervalMs: number | null,
) {
  const known = await access.live.get(state)
  const runs = await lastRuns<Result>(database.db, job)
  return {
    isRunning: known.asked !== null || runs.some(({ finishedAt }) => finishedAt === null),
    nextRunAt: nextTurn(known, intervalMs, clock.now()),
    runs,
  }
}

/** How often its job looks whether it is due. */
export const lookEvery = { everyMinutes: 10 }

/** The row of the schedule itself is woken, so that no second run begins beside one that is under way. */
export async function ask(
  { access, clock, database }: Services,
  { job, state }: Task,
  asked: NonNullable<TaskState['asked']>,
): Promise<void> {
  await transaction(database, async (db, after) => {
    await access.live.change(db, after, state, (before) => ({ ...before, asked }))
    await enqueue(db, job, {}, { id: scheduleId(job), clock })
  })
}

type Turn = NonNullable<TaskState['asked']>

/**
 * Takes the turn of whoever wants it now, and begins with it; undefined when nobody does and it is not due. In one
 * transaction, so that nobody's wish is lost and whoever looks sees it waiting or begun, never neither.
 */
export async function takeTurn<T>(
  { access, clock, database }: Services,
  { state }: Task,
  intervalMs: number | null,
  begin: (db: Db, turn: Turn) => Promise<T>,
): Promise<T | undefined> {
  const now = clock.now()
  const turnOf = ({ asked, lastAt }: TaskState): Turn | undefined =>
    asked ?? (isDue(lastAt, intervalMs, now) ? { by: 'system', isPreview: false } : undefined)
  if (turnOf(await access.live.get(state)) === undefined) return undefined
  return transaction(database, async (db, after) => {
    let turn: Turn | undefined
    await access.live.change(db, after, state, (before) => {
      turn = turnOf(before)
      return turn === undefined || turn.isPreview
        ? { ...before, asked: null }
        : { asked: null, lastAt: now.toISOString() }
    })
    return turn && begin(db, turn)
  })
}

function nextTurn({ lastAt }: TaskState, intervalMs: number | null, now: Date): string | null {
  if (intervalMs === null) return null
  const at = lastAt === null ? now.getTime() : Math.max(now.getTime(), Date.parse(lastAt) + intervalMs)
  return new Date(at).toISOString()
}

const isDue = (lastAt: string | null, intervalMs: number | null, now: Date) =>
  intervalMs !== null && (lastAt === null || now.getTime() - Date.parse(lastAt) >= intervalMs)
