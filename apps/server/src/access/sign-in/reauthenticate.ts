// Some calls want to know once more that it is really the person: keys and tokens must not be had with a stolen cookie or a
// token. Proof is a password, in the request itself or a moment ago in the same browser session.
import type { IncomingMessage } from 'node:http'
import { forbidden } from '../../platform/errors.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import type { Actor } from '../actor.ts'
import { checkPassword } from './check-password.ts'
import { readCookie } from './cookies.ts'
import { sessionCookie } from './sessions.ts'
import { isOurSecret } from '../tokens/token-credential.ts'
import { digestOf } from '../tokens/token-secrets.ts'
import { findUserById } from '../people/users.ts'

/** What is needed of the call. */
export interface ProvingCall {
  actor: Actor
  address: string
  raw: IncomingMessage
}

const unlockMinutes = 15
const reauthenticationHeader = 'x-jfrog-reauthentication'

/** Throws unless a password came with this request, or the profile was unlocked in this session. */
export async function requireProof(access: Access, call: ProvingCall): Promise<void> {
  if (call.actor.token !== undefined)
    throw forbidden('This cannot be done with a token. Sign in with your password.')
  if (await isProven(access, call)) return
  throw forbidden('Confirm your password first: unlock your profile, or send it along with the request.')
}

export async function isProven(access: Access, call: ProvingCall): Promise<boolean> {
  const header = call.raw.headers[reauthenticationHeader]
  if (typeof header === 'string') return isRightPassword(access, call, header)
  if (isPasswordRequest(call.raw.headers.authorization)) return true
  const sessionId = sessionIdOf(call)
  if (sessionId === undefined) return false
  // Whoever came through a provider has no password here to ask for.
  if (!(await hasPasswordToAsk(access, call.actor.userId))) return true
  const row = await access.database.db
    .selectFrom('profile_unlocks')
    .select('until')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined && row.until > access.clock.now().toISOString()
}

/** Whether the password of this user can be checked here, or by a directory that we ask. */
export async function hasPasswordToAsk(access: Access, userId: string | null): Promise<boolean> {
  const user = userId === null ? undefined : await findUserById(access.database.db, userId)
  if (!user) return false
  if (user.realm === 'ldap' || user.realm === 'crowd') return true
  return user.password_hash !== null && user.is_password_disabled === 0
}

/** Opens what needs proof for this browser session, for a while. */
export async function unlockSession(access: Access, call: ProvingCall): Promise<void> {
  const session_id = sessionIdOf(call)
  if (session_id === undefined) return
  const until = new Date(access.clock.now().getTime() + unlockMinutes * 60_000).toISOString()
  await transaction(access.database, async (db) => {
    await db
      .insertInto('profile_unlocks')
      .values({ session_id, until })
      .onConflict((on) => on.column('session_id').doUpdateSet({ until }))
      .execute()
  })
}

/** Basic with the actor's own name and password, as the header carries them. */
async function isRightPassword(access: Access, call: ProvingCall, header: string): Promise<boolean> {
  const encoded = /^(?:basic\s+)?([\w+/=-]+)$/i.exec(header.trim())?.[1] ?? ''
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon < 0 || decoded.slice(0, colon).toLowerCase() !== call.actor.name) return false
  const password = decoded.slice(colon + 1)
  const user = await checkPassword(access, { name: call.actor.name, password, address: call.address })
  return user !== undefined && user.id === call.actor.userId
}

/** The credentials were checked before the handler ran; here it only matters of which kind they were. */
function isPasswordRequest(authorization: string | undefined): boolean {
  const [scheme = '', value = ''] = (authorization ?? '').split(/\s+/, 2)
  if (!/^basic$/i.test(scheme)) return false
  const decoded = Buffer.from(value, 'base64').toString('utf8')
  return !isOurSecret(decoded.slice(decoded.indexOf(':') + 1))
}

function sessionIdOf({ raw }: ProvingCall): string | undefined {
  if (raw.headers.authorization !== undefined) return undefined
  const secret = readCookie(raw.headers.cookie, sessionCookie)
  // The first half names the session; it was checked together with the second before the handler ran.
  return secret === undefined ? undefined : digestOf(secret.split('.')[0] ?? '')
}
