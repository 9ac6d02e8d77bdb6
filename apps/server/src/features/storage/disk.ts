// The room on the storage, asked of the file system each time: it changes without us.
import { statfs } from 'node:fs/promises'
import type { StorageSummary } from '@bindery/contracts'

export async function readDisk(path: string): Promise<StorageSummary['disk']> {
  try {
    const { bsize, blocks, bavail } = await statfs(path)
    return { path, total: blocks * bsize, free: bavail * bsize, failure: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { path, total: 0, free: 0, failure: `The storage at ${path} cannot be asked for its room: ${why}` }
  }
}
