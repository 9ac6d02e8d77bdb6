// A licence key: what is granted, as JSON, and an Ed25519 signature over it, both in base64url with a dot between them.
import { licenseTypes } from '@bindery/contracts'
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { z } from 'zod'

const Grant = z.object({
  type: z.enum(licenseTypes),
  licensedTo: z.string().trim().min(1).max(200),
  /** The last day; null: without an end. */
  validThrough: z.iso.date().nullable(),
  nodes: z.number().int().min(1).max(100_000).nullable(),
})
type Grant = z.infer<typeof Grant>

type ReadKey = { grant: Grant } | { problem: string }

/** The public key of the project's own issuer (SPKI in base64). */
const builtInIssuer = 'MCowBQYDK2VwAyEAk5uUyghC7vjfe/x+1SUfoxyHDR5OKcid8iAGbX/aIe8='

/** `issuer` is believed beside the built-in one. */
export function readLicenseKey(key: string, issuer: string | undefined): ReadKey {
  const [payload = '', signature = '', ...rest] = key.split('.')
  if (!isEncoded(payload) || !isEncoded(signature) || rest.length > 0)
    return { problem: 'This is not a licence key. Copy all of it, from the first character to the last.' }
  const signed = Buffer.from(payload)
  const isSigned = [builtInIssuer, ...(issuer === undefined ? [] : [issuer])].some((one) =>
    verify(null, signed, publicKeyOf(one), Buffer.from(signature, 'base64url')),
  )
  if (!isSigned)
    return {
      problem: 'The signature of this key is not valid: it was changed, cut off, or made by somebody else.',
    }
  const grant = Grant.safeParse(parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return grant.success
    ? { grant: grant.data }
    : { problem: 'This key is signed, but grants something that this version does not know. Update first.' }
}

/** Keys with blank lines between them; a key may be broken over several lines. */
export const splitKeys = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((key) => key.replaceAll(/\s+/g, ''))
    .filter((key) => key !== '')

const publicKeyOf = (base64: string): KeyObject =>
  createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })

const isEncoded = (part: string) => /^[\w-]{1,20000}$/.test(part)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
