// Expands a gzip file: a small one at once, a large one as a stream, with the same result and the same complaints.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { damaged, notGzip } from './tarball-errors.ts'

export interface GzipFile {
  size: number
  bytes?: Buffer | undefined
  read(): Readable
}

/** Hands over the expanded bytes in order, until `take` returns false. */
export async function expandGzip(file: GzipFile, take: (bytes: Buffer) => boolean): Promise<void> {
  if (file.size > smallCompressed)
    return expandLarge(file.bytes ? Readable.from([file.bytes]) : file.read(), take)
  const bytes = file.bytes ?? (await readWhole(file.read()))
  const expanded = expandSmall(bytes)
  if (expanded) take(expanded)
  else await expandLarge(Readable.from([bytes]), take)
}

/** Up to here one call on the main thread costs less than a stream through the thread pool. */
const smallCompressed = 256 << 10
const smallExpanded = 2 << 20
const pieceSize = 64 << 10
const smallestPiece = 4 << 10

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = await stream.toArray()
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Undefined when it expands to more than is good to hold at once. */
function expandSmall(bytes: Buffer): Buffer | undefined {
  checkMagic(bytes)
  // gzip ends with the size before compression. It may lie; then the limit below stops it.
  const announced = bytes.length > 4 ? bytes.readUInt32LE(bytes.length - 4) : 0
  if (announced > smallExpanded) return undefined
  try {
    // All in one piece where it tells the truth: that costs a quarter of putting pieces together.
    return gunzipSync(bytes, {
      maxOutputLength: smallExpanded,
      chunkSize: Math.max(announced + 1, smallestPiece),
    })
  } catch (error) {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw explain(error)
  }
}

async function expandLarge(source: Readable, take: (bytes: Buffer) => boolean): Promise<void> {
  let isStopped = false
  try {
    await pipeline(source, checkFirst, createGunzip({ chunkSize: pieceSize }), async (expanded) => {
      for await (const bytes of expanded) {
        isStopped = !take(bytes)
        if (isStopped) return
      }
    })
  } catch (error) {
    // Leaving early closes the streams before their end, which is what we want.
    if (!isStopped) throw explain(error)
  }
}

async function* checkFirst(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const bytes of source) {
    if (isFirst) checkMagic(bytes)
    isFirst = false
    yield bytes
  }
}

function checkMagic(bytes: Buffer): void {
  if (!bytes.subarray(0, magic.length).equals(magic.subarray(0, bytes.length))) throw notGzip()
}

const magic = Buffer.from([0x1f, 0x8b])

/** zlib's own complaints are about the file; anything else is not the client's fault. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !codeOf(error).startsWith('Z_')) return error
  // The first header was right: npm expects another file, or zeros, behind the end of one.
  const isBehindEnd = error.message === 'incorrect header check'
  return damaged(isBehindEnd ? 'something follows the end of the compressed data' : error.message)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
