// Secrets that must be read back (passwords of mail and directory servers, client secrets, second factors) are stored
// sealed under the installation's key, which lies in the data folder or the configuration and never in the database.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder, syncFolderNow } from './files.ts'

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
  if (!existsSync(file)) makeMasterKey(file)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32)
    throw new Error(`${file} does not hold a key of 64 hexadecimal digits. Restore it from a backup.`)
  return key
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Whole from its first moment, and durable before anything is sealed with it: without it, what is sealed is lost. */
function makeMasterKey(file: string): void {
  const unfinished = `${file}.${randomUUID()}`
  makeFolder(dirname(file), 0o700)
  writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // Not renamed: should another process be faster, its key is the one.
    linkSync(unfinished, file)
  } catch (error) {
    // Some file systems know no second names, such as those of memory cards and of some network drives.
    if (codeOf(error) !== 'EEXIST' && !existsSync(file)) renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncFolderNow(dirname(file))
}
