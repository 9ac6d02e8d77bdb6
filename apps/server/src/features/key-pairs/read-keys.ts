// What keys say about themselves, and whether a private and a public one belong together: found by using them, not by
// believing what stands in them.
import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto'
import type { NewKeyPair } from '@bindery/contracts'
import { badRequest, type AppError } from '../../platform/errors.ts'
import { lazily } from '../../platform/lazily.ts'

const openpgp = lazily<typeof import('openpgp')>('openpgp')

const sample = Buffer.from('Signed by the one, verified by the other.')

/** Throws with a sentence unless they are a pair. */
export async function checkPair(given: NewKeyPair): Promise<void> {
  if (given.pairType === 'RSA') checkRsaPair(given)
  else await checkPgpPair(given)
}

function checkRsaPair({ privateKey, publicKey, passphrase }: NewKeyPair): void {
  const secret = attempt(
    () => createPrivateKey({ key: privateKey, ...(passphrase && { passphrase }) }),
    'privateKey',
    'This is no private key in the form of PEM, or the passphrase is not its own.',
  )
  const open = readRsaKey(publicKey, 'publicKey')
  if (secret.asymmetricKeyType !== 'rsa') throw badRequest('The private key is not an RSA key.', 'privateKey')
  if (!verify('sha256', sample, open, sign('sha256', sample, secret))) throw noPair()
}

function readRsaKey(text: string, field: string): KeyObject {
  const key = attempt(() => createPublicKey(text), field, 'This is no public key in the form of PEM.')
  // A private key would be taken for the public one that is in it, and then be shown to everybody.
  if (/PRIVATE KEY/.test(text)) throw badRequest('This is a private key, where a public one is meant.', field)
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < 2048)
    throw badRequest('The public key is not an RSA key of at least 2048 bits.', field)
  return key
}

async function checkPgpPair({ privateKey, publicKey, passphrase }: NewKeyPair): Promise<void> {
  const { createMessage, decryptKey, sign: signWith } = openpgp()
  const locked = await readSecretPgpKey(privateKey)
  const signingKeys = locked.isDecrypted()
    ? locked
    : await decryptKey({ privateKey: locked, passphrase: passphrase ?? '' }).catch(
        refuse('passphrase', 'The passphrase does not open the private key.'),
      )
  const open = await readPgpKey(publicKey, 'publicKey')
  const message = await createMessage({ binary: new Uint8Array(sample) })
  const signed = await signWith({ message, signingKeys, format: 'object' }).catch(
    refuse(
      'privateKey',
      'The private key cannot sign: it has expired, was revoked or is for something else.',
    ),
  )
  const [signature] = await signed.verify([open])
  const isVerified = await signature?.verified.catch(() => false)
  if (!isVerified) throw noPair()
}

/** Whether it opens without a passphrase; throws when it is no private key. */
export async function isUnlockedPgpKey(text: string): Promise<boolean> {
  return (await readSecretPgpKey(text)).isDecrypted()
}

const readSecretPgpKey = (text: string) =>
  openpgp()
    .readPrivateKey({ armoredKey: text })
    .catch(refuse('privateKey', 'This is no private key in the armour of OpenPGP.'))

export async function readPgpKey(text: string, field: string) {
  const key = await openpgp()
    .readKey({ armoredKey: text })
    .catch(refuse(field, 'This is no public key in the armour of OpenPGP.'))
  if (key.isPrivate()) throw badRequest('This is a private key, where a public one is meant.', field)
  return key
}

interface PublicKeyFacts {
  type: 'PGP' | 'RSA'
  id: string
  fingerprint: string
  issuedAt: Date
  issuedBy: string
  expiresAt: Date | null
}

export async function readPublicKey(text: string, now: Date): Promise<PublicKeyFacts> {
  if (!text.includes('PGP')) {
    const der = readRsaKey(text, 'key').export({ type: 'spki', format: 'der' })
    const fingerprint = hash('sha256', der)
    return {
      type: 'RSA',
      id: fingerprint.slice(0, 16),
      fingerprint,
      issuedAt: now,
      issuedBy: '',
      expiresAt: null,
    }
  }
  const key = await readPgpKey(text, 'key')
  const expiry = await key.getExpirationTime()
  return {
    type: 'PGP',
    id: key.getKeyID().toHex(),
    fingerprint: key.getFingerprint(),
    issuedAt: key.getCreationTime(),
    issuedBy: key.getUserIDs()[0] ?? '',
    expiresAt: expiry instanceof Date ? expiry : null,
  }
}

const noPair = () => badRequest('The private and the public key do not belong together.', 'publicKey')

const refuse =
  (field: string, sentence: string) =>
  (_error: unknown): never => {
    throw badRequest(sentence, field)
  }

function attempt<T>(read: () => T, field: string, sentence: string): T {
  try {
    return read()
  } catch (cause) {
    throw Object.assign<AppError, { cause: unknown }>(badRequest(sentence, field), { cause })
  }
}
