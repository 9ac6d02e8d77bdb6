// What a server holds while it runs: memory, descriptors, unfinished files. Judged by comparing the first part of a run with
// its last, once the start is over.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../apps/server/src/platform/blobs/folders.ts'

export interface Sample {
  megabytes: number
  descriptors: number
  temporary: number
}

export async function takeSample(pid: number, home: string): Promise<Sample> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    megabytes: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    descriptors: (await readdir(`/proc/${pid}/fd`)).length,
    temporary: (await readdir(temporaryFolder(join(home, 'blobs')))).length,
  }
}

const mostGrowth = 1.1
/** Some folders of bytes are kept open once they are used, and a moment with many uploads holds a file for each. */
const slack = { megabytes: 0, descriptors: 120, temporary: 10 }

/** A sentence for each thing that grew by more than a tenth from the second quarter to the last. */
export function findGrowth(samples: readonly Sample[], kinds: readonly (keyof Sample)[]): string[] {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return []
  return kinds.flatMap((kind) => {
    const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)].map((some) =>
      median(some.map((sample) => sample[kind])),
    )
    if (early === undefined || late === undefined || late <= early * mostGrowth + slack[kind]) return []
    return [`${kind} grew from ${early} to ${late}`]
  })
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
