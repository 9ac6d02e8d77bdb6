// The room on the storage, asked of the file system each time: it changes without us.
import type { StorageSummary } from '@bindery/contracts'
import { readRoom } from '../../platform/disk.ts'

export async function readDisk(path: string): Promise<StorageSummary['disk']> {
  try {
    return { path, ...(await readRoom(path)), failure: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { path, total: 0, free: 0, failure: `The storage at ${path} cannot be asked for its room: ${why}` }
  }
}
