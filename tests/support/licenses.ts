// Somebody who issues licences: a key pair, and keys signed with it. The server believes it by BINDERY_LICENSE_ISSUER.
import { generateKeyPairSync, sign } from 'node:crypto'

export interface LicenseIssuer {
  publicKey: string
  key(grant?: Partial<LicenseGrant>): string
}

export interface LicenseGrant {
  type: string
  licensedTo: string
  validThrough: string | null
  nodes: number | null
}

export function makeLicenseIssuer(): LicenseIssuer {
  const pair = generateKeyPairSync('ed25519')
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    key(grant = {}) {
      const granted = { type: 'Enterprise', licensedTo: 'Acme Ltd', validThrough: null, nodes: 3, ...grant }
      const payload = Buffer.from(JSON.stringify(granted)).toString('base64url')
      return `${payload}.${sign(null, Buffer.from(payload), pair.privateKey).toString('base64url')}`
    },
  }
}

/** A day as licences name it, so many days from today. */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
