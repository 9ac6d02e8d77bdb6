// A place in a body that arrives in pieces, and the decoding of a base64 string that begins there.
import { AppError, badRequest, quote } from '../../../platform/errors.ts'
import { quoteMark } from '../json-characters.ts'
import { stopsHalfway } from './body-scanner.ts'

export interface Cursor {
  /** The piece at hand, and how far it is read. */
  bytes: Buffer
  at: number
  /** Makes sure that there is something to read; false at the end of the body. */
  more(): Promise<boolean>
}

export function openCursor(source: AsyncIterable<Uint8Array> | Buffer): Cursor {
  if (Buffer.isBuffer(source)) {
    const whole: Cursor = { bytes: source, at: 0, more: async () => whole.at < source.length }
    return whole
  }
  const iterator = source[Symbol.asyncIterator]()
  const cursor: Cursor = { bytes: Buffer.alloc(0), at: 0, more }
  return cursor

  async function more(): Promise<boolean> {
    while (cursor.at >= cursor.bytes.length) {
      const next = await iterator.next().catch(explainBreak)
      if (next.done) return false
      cursor.bytes = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
      cursor.at = 0
    }
    return true
  }
}

/** The whole string when it ends in the piece at hand, else undefined. Leaves the cursor on the quote that ends it. */
export function decodeAtOnce(cursor: Cursor, attachment: string): Buffer | undefined {
  const end = cursor.bytes.indexOf(quoteMark, cursor.at)
  if (end === -1) return undefined
  const decoded = decode(unescape(cursor.bytes.toString('latin1', cursor.at, end)), true)
  if (!decoded) throw notBase64(attachment)
  cursor.at = end
  return decoded
}

/**
 * Decodes up to the quote that ends the string and leaves the cursor on that quote. What it yields is only lent: fresh
 * memory for each piece would keep the garbage collector busier than all else here.
 */
export async function* decodeData(cursor: Cursor, attachment: string): AsyncGenerator<Buffer> {
  const room = Buffer.allocUnsafeSlow(mostAtOnce)
  let rest = ''
  for (let isAtEnd = false; !isAtEnd;) {
    if (!(await cursor.more())) throw stopsHalfway()
    const window = cursor.bytes.subarray(cursor.at, cursor.at + mostAtOnce)
    const end = window.indexOf(quoteMark)
    isAtEnd = end !== -1
    const piece = isAtEnd ? end : window.length
    const text = unescape(rest + window.toString('latin1', 0, piece))
    cursor.at += piece
    // The last group stays until we know whether more follows: only the very last may be padded.
    const ready = isAtEnd ? text.length : wholeGroups(text)
    const decoded = decode(text.slice(0, ready), isAtEnd, room)
    if (!decoded) throw notBase64(attachment)
    rest = text.slice(ready)
    if (decoded.length > 0) yield decoded
  }
}

/** A piece as it comes from the network. */
const mostAtOnce = 1 << 16

const notBase64 = (attachment: string) =>
  badRequest(`The data of the attachment ${quote(attachment)} is not valid base64.`)

/** A body that breaks off is the client's doing; what a limit on the way had to say is passed on. */
export function explainBreak(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError('bad-request', stopsHalfway().message, { cause })
}

/** Some serialisers escape `/` and `+`. Any other escape is no base64 and is left for decode() to refuse. */
function unescape(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\(?:\/|u00([0-7][0-9a-f]))/gi, (_, code?: string) =>
    code === undefined ? '/' : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** How much can be decoded before the end is known: groups of four, without the last one or the start of an escape. */
function wholeGroups(text: string): number {
  const tail = Math.max(0, text.length - longestEscape + 1)
  const escape = text.indexOf('\\', tail)
  const known = escape === -1 ? text.length : escape
  return Math.max(0, Math.floor((known - 1) / 4) * 4)
}

const longestEscape = '\\u002f'.length

/** Node passes over what is no base64, so that a wrong character shows in the length. */
function decode(text: string, mayBePadded: boolean, room?: Buffer): Buffer | undefined {
  const padding = mayBePadded ? (/={0,2}$/.exec(text.slice(-2))?.[0].length ?? 0) : 0
  const decoded = room ? room.subarray(0, room.write(text, 'base64')) : Buffer.from(text, 'base64')
  return decoded.length === (text.length / 4) * 3 - padding ? decoded : undefined
}
