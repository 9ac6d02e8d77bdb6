// Blobs as files on a local disk. A file under its digest is complete and durable by the time it has that name,
// because it is synced before it is renamed; so a file that is there is never written to again.
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { translateFileFailure } from '../db/failures.ts'
import { tooLarge } from '../errors.ts'
import type { Log } from '../log.ts'
import type { BlobStore, ByteRange, StagedBlob, StageOptions } from './blob-store.ts'
import { ignoreMissing, openBlobFile } from './blob-file.ts'
import { bringBack, dropAside, listAside, prepareAside, setAside } from './aside.ts'
import { blobPath, FolderSync, isDigest, prefixes, prepareFolders, sweepTemporary } from './folders.ts'
import { FileStream } from './file-stream.ts'
import { GrowingFile } from './growing-file.ts'
import { SmallBlobs } from './small-blobs.ts'
import { stageFile, stageMemory, temporaryPath, type Disk } from './staged.ts'
import { StagingFile } from './staging-file.ts'

export interface DiskOptions {
  folder: string
  log: Log
  /** Other processes use the folder too, so what looks unfinished may be theirs. */
  isShared?: boolean
}

export async function openDiskBlobStore({ folder, log, isShared = false }: DiskOptions): Promise<BlobStore> {
  // First, so that its name is synced with those of all the others.
  prepareAside(folder)
  await prepareFolders(folder)
  await sweepTemporary(folder, new Date(Date.now() - (isShared ? longestUpload : 0)), log)
  const disk: Disk = { folder, folders: new FolderSync(folder), small: new SmallBlobs() }
  const pathOf = (sha256: string) => (isDigest(sha256) ? blobPath(folder, sha256) : undefined)

  return {
    stage: (source, options = {}) => stage(disk, source, options),
    async open(sha256, range) {
      const path = pathOf(sha256)
      return path === undefined ? undefined : openBlob(path, range)
    },
    peek: (sha256) => disk.small.find(sha256),
    async readSmall(sha256) {
      const path = pathOf(sha256)
      return path === undefined ? undefined : disk.small.read(sha256, path)
    },
    async has(sha256) {
      const path = pathOf(sha256)
      return path !== undefined && (await stat(path).catch(ignoreMissing)) !== undefined
    },
    async setAside(_db, digests) {
      for (const sha256 of digests.filter(isDigest)) {
        disk.small.forget(sha256)
        setAside(folder, sha256)
      }
    },
    bringBack: async (_db, sha256) => isDigest(sha256) && bringBack(folder, sha256),
    listAside: () => listAside(folder),
    async dropAside(sha256) {
      if (isDigest(sha256)) await dropAside(folder, sha256)
    },
    list: () => list(folder),
    close: () => disk.folders.close(),
  }
}

// Up to here a body is collected in memory and hashed in one go; beyond, it goes to a file while it arrives.
const memoryLimit = 256 * 1024
const longestUpload = 24 * 60 * 60 * 1000

async function stage(
  disk: Disk,
  source: AsyncIterable<Uint8Array> | Buffer,
  options: StageOptions,
): Promise<StagedBlob> {
  if (!Buffer.isBuffer(source)) return stageStream(disk, source, options)
  refuseAbove(options.limit ?? Infinity, source.byteLength)
  return stageMemory(disk, source)
}

async function stageStream(
  disk: Disk,
  source: AsyncIterable<Uint8Array>,
  { limit = Infinity, ...options }: StageOptions,
): Promise<StagedBlob> {
  const collected: Uint8Array[] = []
  let size = 0
  let file: StagingFile | undefined
  try {
    if ((options.announced ?? 0) > memoryLimit) file = await openStaging(disk, options)
    for await (const chunk of source) {
      size += chunk.byteLength
      refuseAbove(limit, size)
      if (file === undefined && size <= memoryLimit) {
        collected.push(Buffer.from(chunk))
        continue
      }
      file ??= await openStaging(disk, options)
      for (const part of [...collected.splice(0), chunk]) await file.write(part)
    }
    return file === undefined
      ? stageMemory(disk, Buffer.concat(collected, size))
      : await stageFile(disk, file)
  } catch (error) {
    await file?.abandon()
    throw translateFileFailure(error)
  }
}

async function openStaging(
  disk: Disk,
  { announced = 0, sha512 = false, watch }: StageOptions,
): Promise<StagingFile> {
  const file = await StagingFile.open(temporaryPath(disk.folder), { announced, sha512 })
  if (watch === undefined) return file
  file.growing = await GrowingFile.open(file.path)
  watch(file.growing)
  return file
}

export function refuseAbove(limit: number, size: number): void {
  if (size > limit) throw tooLarge(`The content is larger than ${limit} bytes, which is the limit here.`)
}

async function openBlob(path: string, range: ByteRange | undefined) {
  const opened = await openBlobFile(path)
  if (opened === undefined) return undefined
  const { file, size } = opened
  return { stream: new FileStream(file, range ?? { start: 0, end: size - 1 }), size }
}

async function* list(folder: string) {
  for (const prefix of prefixes) {
    for await (const entry of await opendir(join(folder, prefix))) {
      if (!isDigest(entry.name)) continue
      const found = await stat(join(folder, prefix, entry.name)).catch(ignoreMissing)
      if (found !== undefined) yield { sha256: entry.name, size: found.size, modifiedAt: found.mtime }
    }
  }
}
