// What is known beside the sums of repositories: when they were computed, and how far a newer computation is.
import { z } from 'zod'
import { transaction } from '../../platform/db/transaction.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { liveSetting } from '../../platform/live-settings.ts'
import type { Services } from '../feature.ts'

export const computeJob = 'compute-storage'

const State = z.object({
  computedAt: z.string().nullable().default(null),
  /** When newer numbers were asked for; null when the present ones are the newest wanted. */
  requestedAt: z.string().nullable().default(null),
  files: z.number().default(0),
  failure: z.string().nullable().default(null),
  binaries: z.object({ count: z.number(), bytes: z.number() }).default({ count: 0, bytes: 0 }),
  /** How long the last computation took, and the newest event when it began. */
  seconds: z.number().default(0),
  event: z.number().default(0),
})
export type StorageState = z.infer<typeof State>

export const storageState = liveSetting('storage', State, { isQuiet: true })

export const changeState = (
  { access, database }: Services,
  change: (before: StorageState) => Partial<StorageState>,
): Promise<void> =>
  transaction(database, async (db, after) => {
    await access.live.change(db, after, storageState, (before) => ({ ...before, ...change(before) }))
  })

/** Asking again while it is counted makes the job run once more, after what was announced. */
export async function requestComputation({ access, clock, database }: Services): Promise<void> {
  const requestedAt = clock.now().toISOString()
  await transaction(database, async (db, after) => {
    await access.live.change(db, after, storageState, (before) => ({ ...before, requestedAt, files: 0 }))
    await enqueue(db, computeJob, {}, { id: `${computeJob}:asked` })
  })
}
