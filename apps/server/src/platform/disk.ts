// The room of a file system as whoever writes to it can use it.
import { statfs } from 'node:fs/promises'

/** Blocks that the system keeps back count neither as used nor as free, as `df` counts. */
export async function readRoom(path: string): Promise<{ total: number; free: number }> {
  const { bsize, blocks, bfree, bavail } = await statfs(path)
  return { total: (blocks - bfree + bavail) * bsize, free: bavail * bsize }
}
