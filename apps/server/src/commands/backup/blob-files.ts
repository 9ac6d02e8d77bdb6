// The files of blobs, copied by their digest: what is there already is not copied again, and what is copied is read while it is
// written and compared with its name.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { blobPath, isDigest } from '../../platform/blobs/folders.ts'
import { ignoreMissing } from '../../platform/blobs/blob-file.ts'

export interface BlobFile {
  sha256: string
  size: number
}

export type Copied = 'copied' | 'there already' | 'missing' | 'damaged'

export async function copyBlob(from: string, to: string, { sha256, size }: BlobFile): Promise<Copied> {
  const target = blobPath(to, sha256)
  if ((await sizeOf(target)) === size) return 'there already'
  const source = blobPath(from, sha256)
  if ((await sizeOf(source)) === undefined) return 'missing'
  await mkdir(dirname(target), { recursive: true })
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(undefined, chunk)
    },
  })
  const unfinished = `${target}.new`
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
