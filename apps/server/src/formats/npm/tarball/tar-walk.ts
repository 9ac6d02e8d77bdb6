// Walks over a tar archive that is pushed in pieces of any size, and copies nothing it was not asked for.
// Our own instead of tar-stream, which hides a size that PAX and header disagree about, and reads on behind the end
// of the archive, where npm stops: what we look at would not be what is unpacked.
import { blockSize, isZeroBlock, readHeader, readLongPath, readPax, type Extension } from './tar-header.ts'
import { damaged, refused } from './tarball-errors.ts'

export interface TarEntry {
  path: string
  size: number
  /** Links, devices and the like are `other`: they have no bytes and are never followed. */
  kind: 'file' | 'folder' | 'other'
}

export interface TarWalk {
  push(bytes: Buffer): void
  /** To be called when nothing more comes: tells whether the archive was whole. */
  end(): void
}

/** Takes the bytes of one entry; they are only lent and may be reused afterwards. */
export type Taker = (bytes: Buffer) => void

/** `visit` is called once for each entry and returns who takes its bytes, if anybody. */
export function walkTar(visit: (entry: TarEntry) => Taker | undefined): TarWalk {
  /** A header that came in parts. */
  let part: Buffer = Buffer.alloc(0)
  let bodyLeft = 0
  let paddingLeft = 0
  let take: Taker | undefined
  let isEnded = false
  let extension: Extension = {}
  let extensionsLeft = mostExtensions
  return { push, end }

  function push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (isEnded) return checkPadding(bytes.subarray(at))
      if (bodyLeft > 0) {
        const body = bytes.subarray(at, at + bodyLeft)
        take?.(body)
        bodyLeft -= body.length
        at += body.length
      } else if (paddingLeft > 0) {
        const skipped = Math.min(paddingLeft, bytes.length - at)
        paddingLeft -= skipped
        at += skipped
      } else at += pushHeader(bytes, at)
    }
  }

  function pushHeader(bytes: Buffer, start: number): number {
    const taken = Math.min(blockSize - part.length, bytes.length - start)
    const fresh = bytes.subarray(start, start + taken)
    const block = part.length === 0 ? fresh : Buffer.concat([part, fresh])
    if (block.length < blockSize) {
      part = Buffer.from(block)
      return taken
    }
    if (part.length > 0) part = Buffer.alloc(0)
    if (isZeroBlock(block)) isEnded = true
    else openEntry(block)
    return taken
  }

  function openEntry(block: Buffer): void {
    const header = readHeader(block)
    bodyLeft = header.size
    paddingLeft = (blockSize - (header.size % blockSize)) % blockSize
    take = 'xgL'.includes(header.type) ? collectExtension(header.type, header.size) : undefined
    if (take || header.type === 'K') return
    const kind = kinds.get(header.type) ?? 'other'
    if (extension.size !== undefined && extension.size !== header.size)
      throw refused('an entry has two sizes that differ')
    if (kind === 'other' && header.size > 0 && linkTypes.includes(header.type))
      throw refused('a link or device has bytes of its own')
    const path = extension.path ?? header.path
    extension = {}
    take = visit({ path, size: header.size, kind })
  }

  function collectExtension(type: string, size: number): Taker {
    extensionsLeft -= size + blockSize
    if (size > largestExtension || extensionsLeft < 0) throw refused('its extended headers are too large')
    const parts: Buffer[] = []
    let left = size
    return (bytes) => {
      parts.push(Buffer.from(bytes))
      left -= bytes.length
      if (left === 0) extend(type, Buffer.concat(parts))
    }
  }

  function extend(type: string, body: Buffer): void {
    const found = type === 'L' ? readLongPath(body) : readPax(body)
    if (type !== 'g') extension = { ...extension, ...found }
    // One path or size for all entries that follow makes no sense, and not every program obeys it.
    else if (found.path !== undefined || found.size !== undefined)
      throw refused('a global header sets a path or a size')
  }

  function end(): void {
    if (bodyLeft > 0 || part.length > 0) throw damaged('it ends inside an entry')
  }
}

const kinds = new Map<string, TarEntry['kind']>([
  ['0', 'file'],
  ['7', 'file'],
  ['5', 'folder'],
])
/** Hard and symbolic links, devices, FIFOs: programs disagree whether bytes follow these. */
const linkTypes = '12346'
/** As npm; and all of them together, since they are not counted as entries. */
const largestExtension = 1 << 20
const mostExtensions = 128 << 20

/** npm stops at the first mark of the end and others go on, so nothing may follow it. */
function checkPadding(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== 0) throw refused('something follows the end of the archive')
}
