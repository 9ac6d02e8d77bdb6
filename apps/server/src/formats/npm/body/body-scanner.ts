// Finds its way through a JSON body piece by piece, without parsing it: which string is a key, how deep we are, and
// where the data of an attachment begins. What it passes over is kept for JSON.parse, which judges the grammar.
import { badRequest, quote, tooLarge } from '../../../platform/errors.ts'
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  openBrace,
  openBracket,
  quoteMark,
} from '../json-characters.ts'
import { KeptBytes } from '../kept-bytes.ts'

export interface BodyScanner {
  /**
   * Passes over the bytes from `start` on and returns where it stopped: at the end of the bytes, or behind the quote
   * that opens the data of an attachment. `attachment` tells which of the two. After data it goes on at the quote
   * that closes it.
   */
  pass(bytes: Buffer, start: number): number
  /** The attachment whose data comes next, until the next call of `pass`. */
  attachment: string | undefined
  /** The whole document as text; every attachment's data is empty. */
  finish(): string
}

interface Frame {
  isObject: boolean
  key: string
  /** Only on the outer levels: see `levelsWithKeys`. */
  keys: Set<string> | undefined
}

export function createBodyScanner(metadataLimit: number): BodyScanner {
  const frames: Frame[] = []
  const kept = new KeptBytes(metadataLimit, tooMuchBeside)
  let isInString = false
  let isEscaped = false
  let expectsKey = false
  /** Where the key that is being read begins in what is or will be kept; -1 outside of a key that we need. */
  let keyStart = -1

  const scanner: BodyScanner = { pass, attachment: undefined, finish }
  return scanner

  function pass(bytes: Buffer, start: number): number {
    scanner.attachment = undefined
    let keptUntil = start
    for (let at = start; at < bytes.length; at++) {
      if (isInString) {
        at = passString(bytes, at)
        if (isInString || keyStart === -1) continue
        const begin = keyStart - kept.length + keptUntil
        if (begin >= keptUntil) endKey(bytes.toString('utf8', begin, at))
        else {
          // It began in an earlier piece.
          kept.add(bytes, keptUntil, at)
          keptUntil = at
          endKey(kept.text(keyStart))
        }
      } else if (bytes[at] === quoteMark) {
        isInString = true
        if (isDataNext()) {
          kept.add(bytes, keptUntil, at + 1)
          scanner.attachment = frames[1]?.key
          return at + 1
        }
        if (expectsKey && frames.length <= levelsWithKeys) keyStart = kept.length + at + 1 - keptUntil
      } else passStructure(bytes[at])
    }
    kept.add(bytes, keptUntil, bytes.length)
    return bytes.length
  }

  /** To the quote that ends the string, or to the end of the bytes. Locals only: this loop sees most of a body. */
  function passString(bytes: Buffer, start: number): number {
    let at = start
    let isSkipped = isEscaped
    for (; at < bytes.length; at++) {
      const byte = bytes[at]
      if (isSkipped) isSkipped = false
      else if (byte === backslash) isSkipped = true
      else if (byte === quoteMark) break
    }
    isEscaped = isSkipped
    isInString = at === bytes.length
    return at
  }

  function passStructure(byte: number | undefined): void {
    if (byte === openBrace || byte === openBracket) open(byte === openBrace)
    else if (byte === closeBrace || byte === closeBracket) close(byte === closeBrace)
    else if (byte === colon) expectsKey = false
    else if (byte === comma) expectsKey = frames.at(-1)?.isObject ?? false
  }

  function open(isObject: boolean): void {
    if (frames.length >= deepest)
      throw badRequest(`The publish body is nested deeper than ${deepest} levels, which no client sends.`)
    const keys = isObject && frames.length < levelsWithKeys ? new Set<string>() : undefined
    frames.push({ isObject, key: '', keys })
    expectsKey = isObject
  }

  function close(isObject: boolean): void {
    if (frames.pop()?.isObject !== isObject) throw notJson('a bracket closes what was not opened')
    expectsKey = false
  }

  function endKey(raw: string): void {
    const key = readKey(raw)
    keyStart = -1
    const frame = frames.at(-1)
    if (!frame?.keys) return
    // One reader takes the first of two equal keys, another the last: neither may be what was looked at.
    if (frame.keys.has(key))
      throw badRequest(`The publish body holds the key ${quote(key)} twice in one place.`)
    frame.keys.add(key)
    frame.key = key
  }

  function isDataNext(): boolean {
    if (frames.length !== 3 || expectsKey) return false
    const [root, attachments, attachment] = frames
    return root?.key === '_attachments' && attachments?.isObject === true && attachment?.key === 'data'
  }

  function finish(): string {
    if (isInString || frames.length > 0) throw stopsHalfway()
    if (!kept.isText()) throw notJson('it is not UTF-8')
    return kept.text()
  }
}

export const notJson = (reason: string) => badRequest(`The publish body is not valid JSON: ${reason}.`)

export const stopsHalfway = () =>
  badRequest('The publish body stops halfway: the end of its JSON never came. Publish again.')

const deepest = 64
/** Down to `_attachments`, the attachment's name and `data`: keys below do not matter here. */
const levelsWithKeys = 3

const tooMuchBeside = (limit: number) =>
  tooLarge(`The publish body holds more than ${limit} bytes besides its tarball. Make the metadata smaller.`)

function readKey(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    return String(JSON.parse(`"${raw}"`))
  } catch {
    throw notJson(`the key ${quote(raw)} holds a wrong escape`)
  }
}
