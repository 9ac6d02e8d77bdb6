// From the headers of a request to an actor: cookie, Basic (password or token), Bearer, X-JFrog-Art-Api.
// Wrong credentials are refused even where anonymous access would do: a client must learn that its secret is wrong.
import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../platform/errors.ts'
import type { Access } from './access.ts'
import type { Actor } from './actor.ts'
import { verifyPassword } from './passwords.ts'
import { findSessionUser, sessionCookie } from './sessions.ts'
import { findToken, looksLikeToken } from './tokens.ts'
import { findUser, loadActor } from './users.ts'

export interface Authenticated {
  actor: Actor
  /** Cookies travel by themselves, so writes that rely on one must prove that our own page sent them. */
  byCookie: boolean
}

/** Remembered so that the next request with the same credential costs a digest, not an argon2id. */
export interface VerifiedCredential {
  userId: string
  /** For a password: the stored hash it was checked against; a changed one ends the memory. */
  passwordHash?: string | null
  /** For a token. */
  tokenId?: string
  expiresAt?: string | null
}

export const challenge = { 'www-authenticate': 'Basic realm="Artifactory Realm"' }

export const notSignedIn = (message: string) => new AppError('not-signed-in', message, { headers: challenge })

export async function authenticate(access: Access, headers: IncomingHttpHeaders): Promise<Authenticated> {
  const { authorization } = headers
  if (authorization !== undefined) return { actor: await byHeader(access, authorization), byCookie: false }
  const apiKey = headers['x-jfrog-art-api']
  if (typeof apiKey === 'string' && apiKey !== '')
    return { actor: await byToken(access, apiKey), byCookie: false }
  const cookie = readCookie(headers.cookie, sessionCookie)
  if (cookie !== undefined) {
    const userId = await findSessionUser(access, cookie)
    const actor = userId === undefined ? undefined : await loadActor(access, userId)
    if (actor) return { actor, byCookie: true }
  }
  return { actor: access.anonymous, byCookie: false }
}

/** Checks a user name and password; undefined when they do not match, after the same time in every case. */
export async function checkPassword(
  access: Access,
  name: string,
  password: string,
): Promise<Actor | undefined> {
  const user = await findUser(access.database.db, name)
  const isRight = await verifyPassword(password, user?.password_hash)
  return isRight && user ? loadActor(access, user.id) : undefined
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

async function byHeader(access: Access, header: string): Promise<Actor> {
  const [scheme = '', value = ''] = header.split(/\s+/, 2)
  if (/^bearer$/i.test(scheme)) return byToken(access, value)
  if (/^basic$/i.test(scheme)) return byBasic(access, value)
  throw notSignedIn('This kind of Authorization header is not taken. Use Basic or Bearer.')
}

async function byBasic(access: Access, encoded: string): Promise<Actor> {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0)
    throw notSignedIn('The Basic credentials are malformed: there is no colon between name and password.')
  const name = decoded.slice(0, colon).toLowerCase()
  const password = decoded.slice(colon + 1)
  // With a token as password the user name may be anything: the identity comes from the token.
  if (looksLikeToken(password)) return byToken(access, password)
  return remembered(access, encoded, () => verifyBasic(access, name, password))
}

const byToken = (access: Access, secret: string): Promise<Actor> =>
  remembered(access, secret, async () => {
    const token = looksLikeToken(secret) ? await findToken(access, secret) : undefined
    if (!token) throw notSignedIn('The token is not valid. It may have been revoked; make a new one.')
    return { userId: token.user_id, tokenId: token.id, expiresAt: token.expires_at }
  })

async function verifyBasic(access: Access, name: string, password: string): Promise<VerifiedCredential> {
  const user = await findUser(access.database.db, name)
  const isRight = await verifyPassword(password, user?.password_hash)
  if (!isRight || !user) throw notSignedIn('The user name or the password is wrong.')
  if (user.must_change_password)
    throw new AppError(
      'password-change-required',
      'Change your password in the browser first, then use the new one.',
      {
        headers: challenge,
      },
    )
  return { userId: user.id, passwordHash: user.password_hash }
}

// Digests of secrets under a key that nobody knows and that ends with the process: they are only ever compared here.
const memoryKey = randomBytes(32).toString('base64')
const memoryLimit = 10_000

async function remembered(
  access: Access,
  secret: string,
  verify: () => Promise<VerifiedCredential>,
): Promise<Actor> {
  const key = hash('sha256', memoryKey + secret, 'base64')
  let credential = access.verified.get(key)
  if (credential && access.database.isShared && !(await isStillValid(access, credential)))
    credential = undefined
  if (!credential) {
    const { generation } = access
    credential = await verify()
    if (access.verified.size >= memoryLimit) access.verified.clear()
    // Checking takes its time, in which the password may have been changed or the token revoked.
    if (access.generation === generation) access.verified.set(key, credential)
  }
  if (credential.expiresAt && credential.expiresAt <= access.clock.now().toISOString())
    throw notSignedIn('The token has expired. Make a new one.')
  if (credential.tokenId) access.tokenUses.set(credential.tokenId, access.clock.now().toISOString())
  const actor = await loadActor(access, credential.userId)
  if (!actor) throw notSignedIn('The user of these credentials does not exist any more.')
  return actor
}

/** Another process may have changed the password or revoked the token since. */
async function isStillValid(access: Access, credential: VerifiedCredential): Promise<boolean> {
  const { db } = access.database
  if (credential.tokenId !== undefined)
    return (
      (await db.selectFrom('tokens').select('id').where('id', '=', credential.tokenId).executeTakeFirst()) !==
      undefined
    )
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', credential.userId)
    .executeTakeFirst()
  return user !== undefined && user.password_hash === credential.passwordHash
}
