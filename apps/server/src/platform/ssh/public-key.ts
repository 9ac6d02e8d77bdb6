// A public key as people paste it: one line of a .pub file. Only kinds that are still good are taken.
import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { badRequest } from '../errors.ts'
import { lazily } from '../lazily.ts'

const ssh2 = lazily<typeof import('ssh2')>('ssh2')

interface PublicKey {
  type: string
  bits: number
  fingerprint: string
  /** Type and key, without the comment. */
  line: string
  comment: string
}

const shortestRsa = 2048
const longestRsa = 16_384

const lengths: Record<string, number> = {
  'ssh-ed25519': 256,
  'ecdsa-sha2-nistp256': 256,
  'ecdsa-sha2-nistp384': 384,
  'ecdsa-sha2-nistp521': 521,
}

/** Throws a sentence that says what is wrong with it. */
export function parsePublicKey(text: string): PublicKey {
  const given = text.trim()
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----|^PuTTY-User-Key-File/m.test(given))
    throw wrong(
      'This is a private key, which nobody else should see. Paste the public one, from the .pub file.',
    )
  if (/[\r\n]/.test(given)) throw wrong('Paste one key, on one line, as it stands in the .pub file.')
  const [type = '', encoded = '', ...comment] = given.split(/[ \t]+/)
  if (!Object.hasOwn(lengths, type) && type !== 'ssh-rsa') throw unknownType(type)
  const line = `${type} ${encoded}`
  const { blob, key } = readKey(line, type, encoded)
  return {
    type,
    bits: lengths[type] ?? rsaLength(key),
    fingerprint: fingerprintOf(blob),
    line,
    comment: comment.join(' ').slice(0, 128),
  }
}

/** As `ssh-keygen -l` prints it. */
export const fingerprintOf = (blob: Buffer): string =>
  `SHA256:${hash('sha256', blob, 'base64').replace(/=+$/, '')}`

function readKey(line: string, type: string, encoded: string): { blob: Buffer; key: KeyObject } {
  const blob = Buffer.from(encoded, 'base64')
  const parsed = ssh2().utils.parseKey(line)
  // Base64 can say the same in several ways, and bytes after the key would make another fingerprint of it.
  const isExact = blob.toString('base64') === encoded
  if (!isExact || parsed instanceof Error || parsed.type !== type || !parsed.getPublicSSH().equals(blob))
    throw broken()
  try {
    return { blob, key: createPublicKey(parsed.getPublicPEM()) }
  } catch {
    throw broken()
  }
}

function rsaLength(key: KeyObject): number {
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (bits < shortestRsa || bits > longestRsa)
    throw wrong(
      `RSA keys have ${shortestRsa} to ${longestRsa} bits here; this one has ${bits}. Better still: ssh-keygen -t ed25519`,
    )
  return bits
}

function unknownType(type: string) {
  if (type.startsWith('sk-')) return wrong('Keys on security tokens are not taken yet. Use an Ed25519 key.')
  if (type === 'ssh-dss') return wrong('DSA keys are too weak. Make a new one: ssh-keygen -t ed25519')
  return wrong('This is not an SSH public key. It begins with ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp….')
}

const broken = () => wrong('The key is damaged. Copy the whole line of the .pub file.')
const wrong = (sentence: string) => badRequest(sentence, 'key')
