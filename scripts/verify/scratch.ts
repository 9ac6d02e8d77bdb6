// Where tests keep their data folders: in memory where there is plenty, because each of some hundred applications would
// otherwise wait for the disk to sync what is thrown away a moment later.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const needed = 6 * 1024 ** 3

/** What is left in the folder after the work is removed with it. */
export async function withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(roomIn(memory) >= needed ? memory : tmpdir(), 'bindery-tests-'))
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o755)
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
