// One header block of a tar archive, and the extended headers that may stand before it. Where two programs could read
// an archive differently it is refused: what we looked at must be what a client unpacks.
import { damaged } from './tarball-errors.ts'

export interface TarHeader {
  path: string
  size: number
  type: string
}

/** What PAX and GNU headers say about the entry that follows them. */
export interface Extension {
  path?: string
  size?: number
}

export const blockSize = 512

export function readHeader(block: Buffer): TarHeader {
  if (readNumber(block, 148, 8) !== sumOf(block)) throw damaged('the checksum of an entry is wrong')
  const type = block[156] ? String.fromCharCode(block[156]) : '0'
  const path = readPath(block)
  // Some programs write the size that the file system gives a folder, which has no bytes in the archive.
  const isFolder = type === '5' || (type === '0' && path.endsWith('/'))
  return { path, size: isFolder ? 0 : readSize(block), type: isFolder ? '5' : type }
}

export const isZeroBlock = (block: Buffer) => block[0] === 0 && block.equals(zeroBlock)

/** `12 path=a/b\n`, repeated; the number counts the whole record. */
export function readPax(body: Buffer): Extension {
  const found: Extension = {}
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at)
    const length = Number(body.toString('latin1', at, space))
    const end = at + length
    const equals = body.indexOf(0x3d, space)
    if (space === -1 || !Number.isInteger(length) || equals === -1 || equals >= end || body[end - 1] !== 0x0a)
      throw damaged('an extended header cannot be read')
    // Only two keys matter, and both have four letters: a hostile header may hold a hundred thousand others.
    if (equals - space === 5) {
      const key = body.toString('latin1', space + 1, equals)
      if (key === 'path') found.path = body.toString('utf8', equals + 1, end - 1)
      if (key === 'size') found.size = Number(body.toString('latin1', equals + 1, end - 1))
    }
    at = end
  }
  return found
}

/** GNU's long name: the bytes up to the first NUL. */
export function readLongPath(body: Buffer): Extension {
  return { path: readText(body, 0, body.length) }
}

const zeroBlock = Buffer.alloc(blockSize)

/** The checksum field itself counts as spaces. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (let at = 0; at < 148; at++) sum += block[at] ?? 0
  for (let at = 156; at < blockSize; at++) sum += block[at] ?? 0
  return sum
}

function readPath(block: Buffer): string {
  const name = readText(block, 0, 100)
  // GNU uses these bytes for times; only POSIX keeps the beginning of a long path here.
  const isPosix = block.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isPosix ? readText(block, 345, 155) : ''
  return prefix ? `${prefix}/${name}` : name
}

function readSize(block: Buffer): number {
  const size = readNumber(block, 124, 12)
  if (!Number.isSafeInteger(size) || size < 0) throw damaged('the size of an entry cannot be read')
  return size
}

/** Octal digits, or a big-endian number when the first bit is set, as GNU writes from 8 GiB on. */
function readNumber(block: Buffer, start: number, length: number): number {
  if (((block[start] ?? 0) & 0x80) !== 0) return readBinary(block, start, length)
  const digits = readText(block, start, length).trim()
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN
}

function readBinary(block: Buffer, start: number, length: number): number {
  let value = (block[start] ?? 0) & 0x7f
  for (let at = start + 1; at < start + length; at++) value = value * 256 + (block[at] ?? 0)
  return value
}

function readText(block: Buffer, start: number, length: number): string {
  const nul = block.indexOf(0, start)
  const end = nul === -1 || nul > start + length ? start + length : nul
  return block.toString('utf8', start, end)
}
