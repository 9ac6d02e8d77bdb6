// Finds its way through a packument while it arrives, without parsing it: what belongs to a version, what is the readme of one, and
// what stands around the versions. JSON.parse judges the grammar of the parts. What would take much more memory than it has bytes is
// refused here, before anybody parses it.
import { tooLarge } from '../../../platform/errors.ts'
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

/**
 * `around`: the document without its versions. `key`: a version, with its quotes. `version`: what is told of it, from
 * brace to brace, without the text of its readme. `readme`: that text. `between`: what parts versions and keys.
 */
export type Part = 'around' | 'key' | 'version' | 'readme' | 'between'

/** Of a part, what is in the piece at hand: parts go on in the next piece. */
export type Take = (part: Part, piece: Uint8Array, start: number, end: number) => void

/** How deep the keys of the document, of `versions` and of one version stand. */
const atTop = 1
const inVersions = 2
const inVersion = 3

/** JSON.stringify goes down by recursion. */
const deepest = 64
/** Empty ones have two bytes and take fifty. Twenty thousand versions with a hundred each are far more than anybody has. */
const mostContainers = 2_000_000

/** Written plainly, as all registries do; with escapes they would not be found. */
const versionsKey = Buffer.from('versions')
const readmeKey = Buffer.from('readme')

/** Give it all pieces, one after the other. Every byte is handed on in its order. */
export function createPackumentScanner(take: Take): (piece: Uint8Array) => void {
  let bytes: Uint8Array = Buffer.alloc(0)
  /** Where what was not handed on yet begins. */
  let start = 0
  let part: Part = 'around'
  let depth = 0
  let containers = 0
  let isInString = false
  let isEscaped = false
  let isKeyNext = false
  /** The key that the string at hand may prove to be, and how much of it was seen; -1 when it is another. */
  let candidate: Buffer | undefined
  let seen = 0
  /** What the last key of the document, or of a version, was. */
  let isVersions = false
  let isReadme = false

  return (piece) => {
    bytes = piece
    start = 0
    for (let at = 0; at < bytes.length; at++) {
      if (isInString) {
        at = passString(at)
        if (!isInString) endString(at)
      } else if (bytes[at] === quoteMark) beginString(at)
      else passStructure(at)
    }
    turnTo(part, bytes.length)
  }

  function turnTo(next: Part, at: number): void {
    if (at > start) take(part, bytes, start, at)
    start = at
    part = next
  }

  function beginString(at: number): void {
    isInString = true
    candidate = isKeyNext ? candidateIn(part, depth) : undefined
    seen = 0
    if (part === 'between' && isKeyNext && depth === inVersions) turnTo('key', at)
    else if (part === 'version' && isReadme && depth === inVersion) turnTo('readme', at + 1)
  }

  function endString(at: number): void {
    if (part === 'key') turnTo('between', at + 1)
    else if (part === 'readme') turnTo('version', at)
    else if (candidate === versionsKey) isVersions = seen === versionsKey.length
    else if (candidate === readmeKey) isReadme = seen === readmeKey.length
  }

  /** To the quote that ends the string, or to the end of the piece. Locals only: this loop sees most of a document. */
  function passString(from: number): number {
    const piece = bytes
    const { length } = piece
    let at = isEscaped ? from + 1 : from
    for (; at < length; at++) {
      const byte = piece[at]
      if (byte === quoteMark) break
      if (byte === backslash) at++
    }
    isEscaped = at > length
    isInString = at >= length
    const end = Math.min(at, length)
    if (candidate) seen = compare(candidate, seen, piece, from, end)
    return end
  }

  function passStructure(at: number): void {
    const byte = bytes[at]
    if (byte === openBrace || byte === openBracket) open(at, byte === openBrace)
    else if (byte === closeBrace || byte === closeBracket) close(at)
    else if (byte === colon) isKeyNext = false
    else if (byte === comma) {
      // Also in a list: but none stands where keys are looked for, in a document of which anything is read.
      isKeyNext = true
      isReadme = false
    }
  }

  function open(at: number, isObject: boolean): void {
    depth++
    containers++
    if (depth > deepest) throw tooLarge(`it is nested deeper than ${deepest} levels.`)
    if (containers > mostContainers) throw tooLarge(`it has more than ${mostContainers} lists and objects.`)
    isKeyNext = isObject
    isReadme = false
    if (part === 'around' && isVersions && isObject && depth === inVersions) turnTo('between', at + 1)
    else if (part === 'between' && isObject && depth === inVersion) turnTo('version', at)
  }

  function close(at: number): void {
    depth--
    isReadme = false
    if (part === 'version' && depth === inVersions) turnTo('between', at + 1)
    else if (part === 'between' && depth === atTop) turnTo('around', at)
  }
}

function candidateIn(part: Part, depth: number): Buffer | undefined {
  if (depth === atTop) return versionsKey
  return depth === inVersion && part === 'version' ? readmeKey : undefined
}

/** How much of the key was seen with these bytes; -1 when it is another. */
function compare(key: Buffer, seen: number, bytes: Uint8Array, start: number, end: number): number {
  let count = seen
  for (let at = start; at < end && count !== -1; at++) count = bytes[at] === key[count] ? count + 1 : -1
  return count
}
