// The end of every way into the browser: the second factor when one is due, then a session of its own, in an HttpOnly
// cookie, with a new secret each time. Between the two factors there is no session, only a short-lived pending sign-in.
import type { IncomingMessage } from 'node:http'
import type { MfaStatus } from '@bindery/contracts'
import type { UserRow } from '../../platform/db/schema.ts'
import { AppError, forbidden } from '../../platform/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import { audit, type Doer } from '../audit.ts'
import { findUserById } from '../people/users.ts'
import { readCookie } from './cookies.ts'
import { deviceCookie, deviceDays, rememberPlace, type Place } from './known-places.ts'
import { countTry, findKey, giveKey, newSecret, takeKey } from './one-time-keys.ts'
import { secondFactorNeed } from './second-factor.ts'
import { closeSession, findSession, openSession, rotateSession, sessionCookie } from './sessions.ts'

/** What a way in needs of the call it answers; a call of the management API is one. */
export interface BrowserCall {
  raw: IncomingMessage
  origin: string
  /** The client's, looking through trusted proxies. */
  address: string
  setHeader(name: string, value: string): void
}

export interface SignInWay {
  isRemembered: boolean
  /** How the person proved who they are: `password`, `saml`, `oauth`, … */
  method: string
}

const pendingCookie = 'bindery_pending'
const pendingMinutes = 5
const pendingTries = 5

/** Where a call comes from, for the limits of wrong answers. */
export const placeOf = (call: Pick<BrowserCall, 'raw' | 'address'>): Place => ({
  address: call.address,
  device: readCookie(call.raw.headers.cookie, deviceCookie),
})

/** The first factor is done. Opens the session, or a pending sign-in when a second factor is asked for. */
export async function finishSignIn(
  access: Access,
  call: BrowserCall,
  userId: string,
  way: SignInWay,
): Promise<{ mfaStatus: MfaStatus }> {
  const user = await getUser(access.database.db, userId)
  refuseShutOut(user)
  const mfaStatus = await secondFactorNeed(access, user)
  if (mfaStatus === 'none') {
    await completeSignIn(access, call, user, way)
    return { mfaStatus }
  }
  const secret = await transaction(access.database, async (db) => {
    await getUser(db, userId)
    return giveKey(access, db, { kind: 'pending-sign-in', userId, payload: way, minutes: pendingMinutes })
  })
  call.setHeader('set-cookie', cookie(pendingCookie, secret, pendingMinutes * 60, call.origin))
  return { mfaStatus }
}

export interface PendingSignIn {
  secret: string
  user: UserRow
  way: SignInWay
}

/** The sign-in of this browser that waits for a code, if there is one. */
export async function findPending(access: Access, call: BrowserCall): Promise<PendingSignIn | undefined> {
  const secret = readCookie(call.raw.headers.cookie, pendingCookie)
  if (secret === undefined) return undefined
  const key = await findKey(access, access.database.db, 'pending-sign-in', secret)
  if (!key?.user_id) return undefined
  // Written by finishSignIn above.
  return {
    secret,
    user: await getUser(access.database.db, key.user_id),
    way: JSON.parse(key.payload) as SignInWay,
  }
}

/** A wrong code. After some of them the password is asked for again. */
export async function countWrongCode(access: Access, pending: PendingSignIn): Promise<void> {
  const left = await transaction(access.database, (db) => countTry(db, pending.secret, pendingTries))
  if (left === 0) throw startAgain()
}

/** The second factor is done. Of several at once that end one pending sign-in, one gets a session. */
export async function completePending(
  access: Access,
  call: BrowserCall,
  pending: PendingSignIn,
): Promise<void> {
  refuseShutOut(pending.user)
  const taken = await transaction(access.database, (db) =>
    takeKey(access, db, 'pending-sign-in', pending.secret),
  )
  if (!taken) throw startAgain()
  await completeSignIn(access, call, pending.user, {
    ...pending.way,
    method: `${pending.way.method} and code`,
  })
  call.setHeader('set-cookie', cookie(pendingCookie, '', 0, call.origin))
}

export const wrongCredentials = () => new AppError('not-signed-in', 'Username or password are incorrect')

export const startAgain = () =>
  new AppError('forbidden', 'This sign-in took too long or too many tries. Sign in again.')

/** A new session in the place of the one this browser has: after every change of what it may do. */
export async function completeSignIn(
  access: Access,
  call: BrowserCall,
  user: UserRow,
  way: SignInWay,
): Promise<void> {
  const before = readCookie(call.raw.headers.cookie, sessionCookie)
  const { address, device = newSecret() } = placeOf(call)
  const session = await transaction(access.database, async (db) => {
    await getUser(db, user.id)
    if (before !== undefined) await closeSession(db, before)
    const browser = call.raw.headers['user-agent'] ?? ''
    const opened = await openSession(access, db, { userId: user.id, address, browser, ...way })
    await rememberPlace(access, db, user.id, { address, device })
    const last_signed_in_at = access.clock.now().toISOString()
    await db.updateTable('users').set({ last_signed_in_at }).where('id', '=', user.id).execute()
    await audit(access, db, doerOf(user, call), {
      kind: 'sign-in.succeeded',
      target: user.name,
      detail: { method: way.method },
    })
    return opened
  })
  call.setHeader('set-cookie', cookie(sessionCookie, session.value, session.maxAgeSeconds, call.origin))
  call.setHeader('set-cookie', cookie(deviceCookie, device, deviceDays * 86_400, call.origin))
}

/** Signs this browser out. */
export async function endSession(access: Access, call: BrowserCall): Promise<void> {
  const value = readCookie(call.raw.headers.cookie, sessionCookie)
  if (value !== undefined) {
    const row = await findSession(access, value)
    await transaction(access.database, async (db) => {
      await closeSession(db, value)
      if (!row) return
      const user = await db
        .selectFrom('users')
        .select('name')
        .where('id', '=', row.user_id)
        .executeTakeFirst()
      const by = { actor: { name: user?.name ?? '' }, address: call.address }
      await audit(access, db, by, { kind: 'sign-in.ended', ...(user && { target: user.name }) })
    })
  }
  call.setHeader('set-cookie', cookie(sessionCookie, '', 0, call.origin))
}

/** Gives a remembered browser a new secret from time to time; called when the application is loaded. */
export async function renewSession(access: Access, call: BrowserCall): Promise<void> {
  const value = readCookie(call.raw.headers.cookie, sessionCookie)
  const row = value === undefined ? undefined : await findSession(access, value)
  const renewed = value === undefined || !row ? undefined : await rotateSession(access, row, value)
  if (renewed)
    call.setHeader('set-cookie', cookie(sessionCookie, renewed.value, renewed.maxAgeSeconds, call.origin))
}

export const doerOf = (user: Pick<UserRow, 'name'>, call: Pick<BrowserCall, 'address'>): Doer => ({
  actor: { name: user.name },
  address: call.address,
})

/** Whoever was deleted since their password was looked at is nobody we know. */
async function getUser(db: Db, userId: string): Promise<UserRow> {
  const user = await findUserById(db, userId)
  if (!user) throw wrongCredentials()
  return user
}

function refuseShutOut(user: UserRow): void {
  if (user.status === 'disabled')
    throw forbidden('This account is disabled. Ask an administrator to enable it.')
  if (user.has_ui_access === 0)
    throw forbidden('This account may not use the web application, only its tokens and passwords elsewhere.')
}

function cookie(name: string, value: string, maxAge: number | undefined, origin: string): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  if (origin.startsWith('https:')) parts.push('Secure')
  return parts.join('; ')
}
