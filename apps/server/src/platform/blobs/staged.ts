// Staged bytes, in memory or in a temporary file, and how they become a blob for good.
import { createReadStream } from 'node:fs'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { notReady, translateFileFailure } from '../db/failures.ts'
import { hashAll } from '../digests.ts'
import { closeFile, findSize, openFile, renameFile, syncData, writeFully } from '../files.ts'
import { newId } from '../ids.ts'
import { bringBack } from './aside.ts'
import type { ByteRange, StagedBlob, StoredBlob } from './blob-store.ts'
import { blobPath, temporaryFolder, type FolderSync } from './folders.ts'
import { ignoreMissing } from './blob-file.ts'
import type { SmallBlobs } from './small-blobs.ts'
import type { StagingFile } from './staging-file.ts'

export interface Disk {
  folder: string
  folders: FolderSync
  small: SmallBlobs
}

export const temporaryPath = (folder: string) => join(temporaryFolder(folder), newId())

/**
 * They are on their way to the disk from now on, while the format looks into them. Should the digest be stored already, they
 * replace what is the same: finding out first would cost more than writing a few bytes again.
 */
export function stageMemory(disk: Disk, bytes: Buffer): StagedBlob {
  const path = temporaryPath(disk.folder)
  const writing = writeDurably(path, bytes)
  // Looked at by whoever keeps or discards; a failure before that is not unhandled.
  writing.catch(() => {})
  const blob = { ...hashAll(bytes), size: bytes.byteLength }
  return staged(disk, blob, {
    bytes,
    read: (range) => Readable.from([partOf(bytes, range)], { objectMode: false }),
    async settle() {
      await writing
      return path
    },
    async drop() {
      await writing.catch(() => {})
      await removeQuietly(path)
    },
    // Whoever publishes a small file is often followed by somebody who wants it.
    kept: () => disk.small.put(blob.sha256, bytes),
  })
}

export async function stageFile(disk: Disk, file: StagingFile): Promise<StagedBlob> {
  const blob = await file.finish()
  let path = file.path
  return staged(disk, blob, {
    bytes: file.held,
    read: (range) => createReadStream(path, { ...range, highWaterMark: 256 * 1024 }),
    async settle() {
      if (await reuse(blobPath(disk.folder, blob.sha256), blob.size)) return undefined
      await file.sync()
      return path
    },
    drop: () => file.abandon(),
    kept() {
      path = blobPath(disk.folder, blob.sha256)
    },
  })
}

export const partOf = (bytes: Buffer, range: ByteRange | undefined): Buffer =>
  range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)

interface Parts extends Pick<StagedBlob, 'bytes' | 'read'> {
  /** Makes the bytes durable under a temporary name, and tells it; undefined when the blob is there already. */
  settle(): Promise<string | undefined>
  drop(): Promise<void>
  kept(): void
}

function staged(disk: Disk, blob: StoredBlob, parts: Parts): StagedBlob {
  let keeping: Promise<void> | undefined
  return {
    ...blob,
    bytes: parts.bytes,
    read: parts.read,
    isRow: false,
    async keepIn() {
      if (!bringBack(disk.folder, blob.sha256))
        throw notReady('The bytes vanished from the storage. Send them again.')
    },
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
    const settled = await parts.settle()
    if (settled !== undefined) await renameFile(settled, path)
    // Also for a file that was there: whoever renamed it may not have come to this line yet.
    await disk.folders.sync(blob.sha256)
    if (settled === undefined) await parts.drop()
    parts.kept()
  } catch (error) {
    await parts.drop()
    throw translateFileFailure(error)
  }
}

/**
 * Takes the file that is there already. It is given today's date, so that whoever looks for files without rows, and spares
 * what is young, does not take it for one.
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
    // Nobody waits for it: what is synced is stored.
    closeFile(fd).catch(() => {})
  }
}

const removeQuietly = (path: string) => rm(path, { force: true }).catch(() => {})
