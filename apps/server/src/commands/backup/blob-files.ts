// The files of blobs, copied by their digest: what is there already is not copied again, and what is copied is read while it is
// written and compared with its name. Nothing changes a file that has its name, so another folder on the same disk can share it.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { blobPath, isDigest } from '../../platform/blobs/folders.ts'
import { ignoreMissing } from '../../platform/blobs/blob-file.ts'

export interface BlobFile {
  sha256: string
  size: number
}

type Copied = 'copied' | 'shared' | 'there already' | 'missing' | 'damaged'

/** `shared` is a folder whose files may be shared. */
export async function copyBlob(
  from: string,
  to: string,
  { sha256, size }: BlobFile,
  shared?: string,
): Promise<Copied> {
  const target = blobPath(to, sha256)
  if ((await sizeOf(target)) === size) return 'there already'
  const source = blobPath(from, sha256)
  const there = await sizeOf(source)
  if (there === undefined) return 'missing'
  await mkdir(dirname(target), { recursive: true })
  const isSharable = shared !== undefined && there === size
  const unfinished = `${target}.new`
  // One that a killed backup left may be a second name of a file elsewhere, which must not be written to.
  await rm(unfinished, { force: true })
  if (isSharable && (await shareBlob(blobPath(shared, sha256), unfinished, sha256))) {
    await rename(unfinished, target)
    return 'shared'
  }
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(undefined, chunk)
    },
  })
  await pipeline(
    createReadStream(source, { highWaterMark: 512 * 1024 }),
    hashing,
    createWriteStream(unfinished, { flush: true }),
  )
  if (hash.digest('hex') !== sha256) {
    await rm(unfinished)
    return 'damaged'
  }
  await rename(unfinished, target)
  return 'copied'
}

/** False when it is not there, not intact, or on another disk; then it is copied. */
async function shareBlob(source: string, target: string, sha256: string): Promise<boolean> {
  const isLinked = await link(source, target).then(
    () => true,
    () => false,
  )
  if (!isLinked) return false
  if ((await digestOf(target)) === sha256) return true
  await rm(target)
  return false
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: 512 * 1024 }), hash)
  return hash.digest('hex')
}

/** Removes the files of blobs that are not wanted any more. */
export async function pruneBlobs(folder: string, wanted: ReadonlySet<string>): Promise<number> {
  let removed = 0
  for (const prefix of await readdir(folder).catch(() => [])) {
    for await (const entry of await opendir(join(folder, prefix))) {
      if (isDigest(entry.name) && wanted.has(entry.name)) continue
      await rm(join(folder, prefix, entry.name))
      removed += 1
    }
  }
  return removed
}

const sizeOf = async (path: string) => (await stat(path).catch(ignoreMissing))?.size
