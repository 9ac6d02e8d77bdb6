// What the kernel counts for each thread: how long it ran, and how long it could have run but had to wait for a core. The
// second is what a busy machine adds to a figure.
import { readdirSync, readFileSync } from 'node:fs'

export interface Used {
  ran: number
  waited: number
}

/** Of these processes and all of their threads, in milliseconds. */
export function used(pids: readonly number[]): Used {
  const sum = { ran: 0, waited: 0 }
  for (const pid of pids)
    for (const thread of threadsOf(pid)) {
      const [ran = 0, waited = 0] = countsOf(`/proc/${pid}/task/${thread}/schedstat`)
      sum.ran += ran / 1e6
      sum.waited += waited / 1e6
    }
  return sum
}

export const between = (before: Used, after: Used): Used => ({
  ran: after.ran - before.ran,
  waited: after.waited - before.waited,
})

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    // It has ended.
    return []
  }
}

function countsOf(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number)
  } catch {
    return []
  }
}
