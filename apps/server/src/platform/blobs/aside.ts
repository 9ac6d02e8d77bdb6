// Files that were taken away and can still be brought back. An upload of the same bytes may have found the file in its place
// a moment before and write its rows a moment later: it then finds the bytes here.
import { existsSync, renameSync, utimesSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolderNow } from '../files.ts'
import { blobPath, isDigest } from './folders.ts'
import { ignoreMissing } from './blob-file.ts'

export const asideFolder = (folder: string) => join(folder, 'aside')

export const asidePath = (folder: string, sha256: string) => join(asideFolder(folder), sha256)

export const prepareAside = (folder: string) => makeFolder(asideFolder(folder), 0o777)

/** Synchronous, as it runs inside a transaction: a rename takes less than a turn of the thread pool. */
export function setAside(folder: string, sha256: string): void {
  const path = blobPath(folder, sha256)
  try {
    // The date says since when it is here.
    const now = new Date()
    utimesSync(path, now, now)
    renameSync(path, asidePath(folder, sha256))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** True when the bytes are in their place now. */
export function bringBack(folder: string, sha256: string): boolean {
  const path = blobPath(folder, sha256)
  if (existsSync(path)) return true
  try {
    renameSync(asidePath(folder, sha256), path)
    // It is about to be promised again, and the folder was synced without it. Rare enough to wait for.
    syncFolderNow(dirname(path))
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    // Another upload may have brought it back in this very moment.
    return existsSync(path)
  }
}

export async function listAside(folder: string): Promise<{ sha256: string; since: Date; size: number }[]> {
  const listed = []
  for (const name of await readdir(asideFolder(folder))) {
    const found = isDigest(name) ? await stat(asidePath(folder, name)).catch(ignoreMissing) : undefined
    if (found !== undefined) listed.push({ sha256: name, since: found.mtime, size: found.size })
  }
  return listed
}

export const dropAside = (folder: string, sha256: string) => rm(asidePath(folder, sha256), { force: true })

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
