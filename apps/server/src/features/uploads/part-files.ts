// The parts of an upload, as files in a folder of their own. A part that has its number as its name is whole and durable.
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { translateFileFailure } from '../../platform/db/failures.ts'
import { tooLarge } from '../../platform/errors.ts'
import { findSize, makeFolder, syncFolder } from '../../platform/files.ts'
import { newId } from '../../platform/ids.ts'

export interface Part {
  number: number
  size: number
}

const folderOf = (home: string, uploadId: string) => join(home, 'uploads', uploadId)

export async function writePart(
  home: string,
  uploadId: string,
  number: number,
  bytes: AsyncIterable<Uint8Array>,
  { limit, beforeKept }: { limit: number; beforeKept(): Promise<void> },
): Promise<void> {
  const folder = folderOf(home, uploadId)
  const temporary = join(folder, `${newId()}.part`)
  try {
    makeFolder(folder, 0o750)
    await pipeline(limited(bytes, limit), createWriteStream(temporary, { flush: true }))
    await beforeKept()
    await rename(temporary, join(folder, String(number)))
    await syncFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw translateFileFailure(error)
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(`A part of this upload has ${limit} bytes at most. Send smaller ones.`)
    yield chunk
  }
}

/** In the order of their numbers. */
export async function listParts(home: string, uploadId: string): Promise<Part[]> {
  const folder = folderOf(home, uploadId)
  const names = await readdir(folder).catch(() => [])
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const parts = await Promise.all(
    numbers.map(async (number) => ({ number, size: await findSize(join(folder, String(number))) })),
  )
  // They go while somebody looks, when they have been put together.
  return parts
    .flatMap(({ number, size }) => (size === undefined ? [] : [{ number, size }]))
    .toSorted((a, b) => a.number - b.number)
}

export async function* readParts(
  home: string,
  uploadId: string,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const { number } of parts)
    yield* createReadStream(join(folderOf(home, uploadId), String(number)), { highWaterMark: 512 * 1024 })
}

export const removeParts = (home: string, uploadId: string): Promise<void> =>
  rm(folderOf(home, uploadId), { recursive: true, force: true })
