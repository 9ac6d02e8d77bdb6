// Secrets that we give out, in forms that can be told apart at a glance: a known prefix for the people and programs that
// look for leaked ones, and a checksum, so that a mistyped one costs no look into the database.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumLength = 6

interface Kind {
  prefix: string
  /** Of the whole. Clients know API keys and reference tokens by their length. */
  length: number
}

const kinds = {
  reference: { prefix: 'bnd_ref_', length: 64 },
  refresh: { prefix: 'bnd_rfr_', length: 64 },
  apiKey: { prefix: 'AKCp8', length: 73 },
} as const satisfies Record<string, Kind>

export type SecretKind = keyof typeof kinds

export function newSecret(kind: SecretKind): string {
  const { prefix, length } = kinds[kind]
  let text: string = prefix
  while (text.length < length - checksumLength) text += alphabet[randomInt(alphabet.length)]
  return text + checksumOf(text)
}

/** Whether it has the form, prefix, length and checksum; not whether anybody was given it. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const { prefix, length } = kinds[kind]
  if (text.length !== length || !text.startsWith(prefix)) return false
  return text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength))
}

/** Given out before there were signed tokens; they stay good. */
export const isOpaqueToken = (text: string) => /^bnd_[A-Za-z0-9_-]{43}$/.test(text)

/** Three parts, the first of which begins as the JSON of a header does. */
export const looksSigned = (text: string) =>
  text.startsWith('eyJ') && text.length <= longestSigned && signedPattern.test(text)

const longestSigned = 16_384
const signedPattern = /^[\w-]+\.[\w-]+\.[\w-]*$/

export const digestOf = (secret: string) => hash('sha256', secret)

function checksumOf(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let index = 0; index < checksumLength; index++) {
    sum = alphabet.charAt(rest % alphabet.length) + sum
    rest = Math.floor(rest / alphabet.length)
  }
  return sum
}
