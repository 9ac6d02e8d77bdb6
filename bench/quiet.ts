// Measures while nobody else uses the machine, as far as that can be had: waits for a quiet moment, looks afterwards
// how much of the processors others took, and tries again when it was too much.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Quiet {
  measure<T>(work: () => Promise<T>): Promise<T>
  /** The largest share of the processors that others took during a figure that was kept. */
  worstShare(): number
}

const goodShare = 0.08
const mostAttempts = 3

/** `patienceMs` is what may be spent on waiting and on measuring again, over the whole run. */
export function createQuiet(patienceMs: number): Quiet {
  let left = patienceMs
  let worst = 0
  return {
    async measure(work) {
      left -= await waitUntilQuiet(left)
      let best = await measureOnce(work)
      for (let attempt = 1; attempt < mostAttempts && best.share > goodShare && left > 0; attempt++) {
        const started = performance.now()
        await waitUntilQuiet(left)
        const next = await measureOnce(work)
        if (next.share < best.share) best = next
        left -= performance.now() - started
      }
      worst = Math.max(worst, best.share)
      return best.value
    },
    worstShare: () => worst,
  }
}

async function measureOnce<T>(work: () => Promise<T>): Promise<{ value: T; share: number }> {
  const before = readTimes()
  const value = await work()
  return { value, share: foreignShare(before, readTimes()) }
}

async function waitUntilQuiet(limitMs: number): Promise<number> {
  const started = performance.now()
  let before = readTimes()
  while (performance.now() - started < Math.min(limitMs, 15_000)) {
    await sleep(500)
    const after = readTimes()
    if (foreignShare(before, after) < goodShare) break
    before = after
  }
  return performance.now() - started
}

interface Times {
  at: number
  machine: number
  ours: number
}

function foreignShare(before: Times, after: Times): number {
  const foreign = after.machine - before.machine - (after.ours - before.ours)
  return Math.max(0, foreign / ((after.at - before.at) * availableParallelism()))
}

// All in seconds of processor time. Interrupts are left out: those of our own connections are counted there, too.
function readTimes(): Times {
  const [user = 0, nice = 0, system = 0] = numbersOf(readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
  return {
    at: performance.now() / 1000,
    machine: (user + nice + system) / ticks,
    ours: timeOf(process.pid) / ticks,
  }
}

// Linux counts in hundredths of a second for programs, whatever the kernel does inside.
const ticks = 100

/** What a process used, what its ended children used, and what its living children use. */
function timeOf(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + timeOf(child), own)
  } catch {
    // It ended between two reads; its parent has counted it by now.
    return 0
  }
}

function numbersOf(line: string): number[] {
  return line.split(/\s+/).slice(1).map(Number)
}
