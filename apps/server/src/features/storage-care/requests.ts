// When a task is next: asked for by somebody, or by its schedule. Its job looks often and is due seldom, so that a
// changed interval counts at once.
import { z } from 'zod'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { scheduleId } from '../../platform/jobs/schedule.ts'
import { liveSetting, type LiveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

const State = z.object({
  asked: z.object({ by: z.string(), isPreview: z.boolean() }).nullable().default(null),
  /** When the last run that was no preview began. */
  lastAt: z.string().nullable().default(null),
})
export type TaskState = z.infer<typeof State>

export interface Task {
  job: string
  state: LiveSetting<TaskState>
}

export const defineTask = (job: string): Task => ({
  job,
  state: liveSetting(`task:${job}`, State, { isQuiet: true }),
})

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

/** Who wants it now, or undefined when nobody does and it is not due. */
export async function takeTurn(
  { access, clock, database }: Services,
  { state }: Task,
  intervalMs: number | null,
): Promise<{ by: string; isPreview: boolean } | undefined> {
  const now = clock.now()
  const { asked, lastAt } = await access.live.get(state)
  if (asked === null && !isDue(lastAt, intervalMs, now)) return undefined
  const turn = asked ?? { by: 'system', isPreview: false }
  await transaction(database, async (db, after) => {
    await access.live.change(db, after, state, (before) => ({
      asked: null,
      lastAt: turn.isPreview ? before.lastAt : now.toISOString(),
    }))
  })
  return turn
}

export function nextTurn({ lastAt }: TaskState, intervalMs: number | null, now: Date): string | null {
  if (intervalMs === null) return null
  const at = lastAt === null ? now.getTime() : Math.max(now.getTime(), Date.parse(lastAt) + intervalMs)
  return new Date(at).toISOString()
}

const isDue = (lastAt: string | null, intervalMs: number | null, now: Date) =>
  intervalMs !== null && (lastAt === null || now.getTime() - Date.parse(lastAt) >= intervalMs)
