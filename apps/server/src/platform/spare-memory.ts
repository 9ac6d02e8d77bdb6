// Gives back what is not used any more. V8 collects only while somebody allocates, and the C library keeps the holes
// between what is still in use: left alone, an idle process keeps what its start or its last busy minute took, 30 MB and more.

/** What decides: how busy the process was since the last look (0 to 1), and how much it holds. */
export interface Look {
  busy: number
  resident: number
}

const lookEvery = 1_000
const quietBelow = 0.05
/** A collection takes a tenth of a second: only when there is something to gain. */
const worthwhile = 16 * 1024 * 1024

/** Looks now and then, never keeps the process alive. */
export function spareMemory(): void {
  if (globalThis.gc === undefined) return
  const [decide, trim] = [createDecision(), findTrim()]
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, before)
    before = now
    if (decide({ busy, resident: process.memoryUsage.rss() })) giveBack(trim)
  }, lookEvery).unref()
}

/** True when the process is quiet and has grown since the last time; the first quiet moment counts in any case. */
export function createDecision(): (look: Look) => boolean {
  let least = 0
  return ({ busy, resident }) => {
    if (busy > quietBelow) return false
    // What is smaller than at the last time is the new measure: growing back to it is growth.
    if (resident < least) least = resident
    if (least > 0 && resident < least + worthwhile) return false
    least = resident
    return true
  }
}

function giveBack(trim: (() => void) | undefined): void {
  // This flavour also moves what is left together, so that whole pages become free.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  trim?.()
}

/** Only the GNU C library has it. */
function findTrim(): (() => void) | undefined {
  try {
    const { dlopen } = process.getBuiltinModule('node:ffi')
    const { functions } = dlopen('libc.so.6', { malloc_trim: { arguments: ['u64'], return: 'i32' } })
    return () => void functions.malloc_trim(0n)
  } catch {
    return undefined
  }
}
