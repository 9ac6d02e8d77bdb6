// Secrets that must be read back (passwords of mail and directory servers, client secrets, second factors) are stored
// sealed under the installation's key, which lies in the data folder or the configuration and never in the database.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface Vault {
  /** `context` says what the secret is for; it opens with the same context only. */
  seal(secret: string, context: string): string
  /** Throws when it was sealed under another key or for another context. */
  open(sealed: string, context: string): string
}

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

export function openVault(key: Buffer): Vault {
  return {
    seal(secret, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${version}.${bytes.toString('base64url')}`
    },
    open(sealed, context) {
      const [kind, encoded = ''] = sealed.split('.')
      const bytes = Buffer.from(encoded, 'base64url')
      if (kind !== version || bytes.length < nonceBytes + tagBytes)
        throw new Error('This is not a sealed secret.')
      const nonce = bytes.subarray(0, nonceBytes)
      const body = bytes.subarray(nonceBytes, -tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** The configured key, else the one that the first start made in the data folder. */
export function findMasterKey(configured: string | undefined, home: string): Buffer {
  if (configured !== undefined) return Buffer.from(configured, 'hex')
  const file = join(home, 'etc', 'master.key')
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32)
    throw new Error(`${file} does not hold a key of 64 hexadecimal digits. Restore it from a backup.`)
  return key
}
