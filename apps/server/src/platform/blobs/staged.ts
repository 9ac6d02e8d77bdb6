// Staged bytes, in memory or in a temporary file, and how they become a blob for good.
import { createReadStream } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { translateFileFailure } from '../db/failures.ts'
import { hashAll } from '../digests.ts'
import { closeFile, findSize, openFile, renameFile, syncData, writeFully } from '../files.ts'
import { newId } from '../ids.ts'
import type { StagedBlob, StoredBlob } from './blob-store.ts'
import { blobPath, temporaryFolder, type FolderSync } from './folders.ts'
import { ignoreMissing, type SmallBlobs } from './small-blobs.ts'
import type { StagingFile } from './staging-file.ts'

export interface Disk {
  folder: string
  folders: FolderSync
  small: SmallBlobs
}

export const temporaryPath = (folder: string) => join(temporaryFolder(folder), newId())

export function stageMemory(disk: Disk, bytes: Buffer): StagedBlob {
  const path = temporaryPath(disk.folder)
  const blob = { ...hashAll(bytes), size: bytes.byteLength }
  return staged(disk, blob, {
    read: () => Readable.from([bytes], { objectMode: false }),
    async settle() {
      await writeDurably(path, bytes)
      return path
    },
    drop: () => removeQuietly(path),
    // Whoever publishes a small file is often followed by somebody who wants it.
    kept: () => disk.small.put(blob.sha256, bytes),
  })
}

export async function stageFile(disk: Disk, file: StagingFile): Promise<StagedBlob> {
  const blob = await file.finish()
  let path = file.path
  return staged(disk, blob, {
    read: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    async settle() {
      await file.sync()
      return path
    },
    drop: () => file.abandon(),
    kept() {
      path = blobPath(disk.folder, blob.sha256)
    },
  })
}

interface Parts {
  read(): Readable
  /** Makes the bytes durable under a temporary name, and tells it. */
  settle(): Promise<string>
  drop(): Promise<void>
  kept(): void
}

function staged(disk: Disk, blob: StoredBlob, parts: Parts): StagedBlob {
  let keeping: Promise<void> | undefined
  return {
    ...blob,
    read: parts.read,
    keep: () => (keeping ??= keep(disk, blob, parts)),
    async discard() {
      // What is being kept is waited for: nothing is left behind by the time this returns.
      if (keeping === undefined) await parts.drop()
      else await keeping.catch(() => {})
    },
  }
}

async function keep(disk: Disk, blob: StoredBlob, parts: Parts): Promise<void> {
  const path = blobPath(disk.folder, blob.sha256)
  try {
    const isThere = await reuse(path, blob.size)
    if (!isThere) await renameFile(await parts.settle(), path)
    // Also for a file that was there: whoever renamed it may not have come to this line yet.
    await disk.folders.sync(blob.sha256)
    if (isThere) await parts.drop()
    parts.kept()
  } catch (error) {
    await parts.drop()
    throw translateFileFailure(error)
  }
}

/**
 * Takes the file that is there already. It is given today's date, so that a garbage collector, which spares what is
 * young, does not remove it before the rows that need it are written.
 */
async function reuse(path: string, size: number): Promise<boolean> {
  if ((await findSize(path)) !== size) return false
  const now = new Date()
  const touched = await utimes(path, now, now).then(() => true, ignoreMissing)
  return touched === true
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const fd = await openFile(path, 'wx')
  try {
    await writeFully(fd, bytes, 0)
    await syncData(fd)
  } finally {
    await closeFile(fd)
  }
}

const removeQuietly = (path: string) => rm(path, { force: true }).catch(() => {})
