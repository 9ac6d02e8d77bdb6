import type { Clock } from '../../platform/clock.ts'
import type { Repository } from '../../registry/repositories.ts'
import type { Run } from '../../registry/storage-runs.ts'
import type { Result, Work } from './apply.ts'

interface Means {
  clock: Clock
  signal: AbortSignal
  /** Returns how many files went: none when somebody was faster. */
  remove(repository: Repository, path: string): Promise<number>
}

/** Removes what the work finds, one after the other. Returns whether it came to the end in its time. */
export async function removeFound(
  { repositories, find, minutes }: Pick<Work, 'repositories' | 'find' | 'minutes'>,
  { result: { removed }, tell }: Run<Result>,
  { clock, signal, remove }: Means,
): Promise<boolean> {
  const end = minutes === undefined ? Infinity : clock.now().getTime() + minutes * 60_000
  for (const repository of await repositories()) {
    for await (const files of find(repository)) {
      let begun: string | null | undefined
      for (const { path, size, version } of files) {
        // A version that was begun is finished: half of one is of no use to anybody.
        const isBegun = version !== undefined && version === begun
        if (!isBegun) signal.throwIfAborted()
        if (!isBegun && clock.now().getTime() >= end) return false
        begun = version
        const count = await remove(repository, path)
        removed.count += count
        removed.bytes += count > 0 ? size : 0
        await tell()
      }
    }
  }
  return true
}
