// A run of a mirror, as those who move files see it.
import type { Db } from '../../platform/db/connect.ts'
import { UpstreamFailure } from '../remote/failure.ts'
import type { Change } from './changes.ts'
import type { Progress } from './state.ts'
import { TargetRefusal, type Target } from './target.ts'

/** How many files are on their way at once. */
export const parallel = 4

export interface Run {
  target: Target
  db: Db
  signal: AbortSignal
  progress: Progress
  /** Notes that the other side does not take a file. */
  refused(path: string, error: Error): void
  /** Writes the progress, now and then. */
  tell(): Promise<void>
  /** Everything up to this folder of the tree is settled. */
  reached(change: Change, folder: string): Promise<void>
}

/** What one file is refused for stops no other. */
export async function settle(run: Run, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isRefusal = error instanceof TargetRefusal || (error instanceof UpstreamFailure && !error.isOutage)
    if (!isRefusal) throw error
    run.refused(path, error)
  }
}
