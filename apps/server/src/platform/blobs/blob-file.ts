// Opening what lies under a digest. Only a plain file is one of ours: a link could lead anywhere on the machine.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { translateFileFailure, unusable } from '../db/failures.ts'

/** Undefined when there is none. Whoever gets the file closes it. */
export async function openBlobFile(path: string): Promise<{ file: FileHandle; size: number } | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    .catch(ignoreMissing)
    .catch((error: unknown) => {
      throw translateFileFailure(error)
    })
  if (file === undefined) return undefined
  const found = await file.stat()
  if (found.isFile()) return { file, size: found.size }
  await file.close()
  throw unusable('no file')
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
