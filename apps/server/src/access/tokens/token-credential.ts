// Secrets that we gave out, presented by a client: tokens in every form, API keys, encrypted passwords. Whatever way they come
// in (Bearer, Basic, X-JFrog-Art-Api, a package client's own header), this is the one place that says what they are worth.
import type { Access } from '../access.ts'
import { findApiKeyUser, looksLikeApiKey } from './api-keys.ts'
import type { VerifiedCredential } from '../authenticate.ts'
import { looksEncrypted, openEncryptedPassword } from '../sign-in/encrypted-passwords.ts'
import { isMeantForUs, toIdentity } from './token-actor.ts'
import { digestOf } from './token-secrets.ts'
import { findToken, looksLikeToken } from './tokens.ts'

/** A form that only our secrets have: it is never tried as a password. */
export const isOurSecret = (text: string): boolean =>
  looksLikeToken(text) || looksLikeApiKey(text) || looksEncrypted(text)

/** Undefined when it is not one of ours, or was revoked. Whether its time is over is said by `expiresAt`. */
export async function verifySecret(access: Access, secret: string): Promise<VerifiedCredential | undefined> {
  if (looksLikeApiKey(secret)) {
    const userId = await findApiKeyUser(access, secret)
    return userId === undefined ? undefined : { userId, apiKeyHash: digestOf(secret) }
  }
  if (looksEncrypted(secret)) return openEncryptedPassword(access, secret)
  const row = looksLikeToken(secret) ? await findToken(access, secret) : undefined
  if (!row || !(await isMeantForUs(access, row.audience))) return undefined
  return { userId: row.user_id ?? '', token: toIdentity(row), expiresAt: row.expires_at }
}

/** Another process may have revoked it since it was checked here. Undefined when it is neither token nor key. */
export async function isStillGiven(
  access: Access,
  credential: VerifiedCredential,
): Promise<boolean | undefined> {
  const { db } = access.database
  if (credential.token) {
    const { id } = credential.token
    return (await db.selectFrom('tokens').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  }
  if (credential.apiKeyHash === undefined) return undefined
  const query = db.selectFrom('api_keys').select('user_id').where('secret_hash', '=', credential.apiKeyHash)
  return (await query.executeTakeFirst()) !== undefined
}
