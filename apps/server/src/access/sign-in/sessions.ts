// Browser sessions: a cookie with the name of a family and a secret, of which only digests are stored. The secret of a
// remembered session is replaced now and then; an old one that comes back was stolen from one of two, so both are out.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import type { SessionRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Access } from '../access.ts'
import { audit } from '../audit.ts'
import { securityOf } from './security.ts'

export const sessionCookie = 'bindery_session'

interface NewSession {
  userId: string
  isRemembered: boolean
  address: string
  browser: string
}

interface GivenSession {
  /** What the cookie holds. */
  value: string
  /** Undefined: the cookie ends with the browser. */
  maxAgeSeconds: number | undefined
}

/** Inside a transaction. */
export async function openSession(access: Access, db: Db, given: NewSession): Promise<GivenSession> {
  const { session } = await securityOf(access)
  const isRemembered = given.isRemembered && session.rememberMeDays > 0
  const lifeSeconds = isRemembered ? session.rememberMeDays * 86_400 : session.hours * 3_600
  const family = randomBytes(16).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const now = access.clock.now()
  await db.deleteFrom('sessions').where('expires_at', '<', now.toISOString()).execute()
  await db
    .insertInto('sessions')
    .values({
      id: digestOf(family),
      user_id: given.userId,
      secret_hash: digestOf(secret),
      previous_hash: null,
      rotated_at: now.toISOString(),
      confirmed_at: now.toISOString(),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + lifeSeconds * 1000).toISOString(),
      seen_at: now.toISOString(),
      is_remembered: isRemembered ? 1 : 0,
      address: given.address,
      browser: given.browser.slice(0, 300),
    })
    .execute()
  return { value: `${family}.${secret}`, maxAgeSeconds: isRemembered ? lifeSeconds : undefined }
}

/** A session that has neither ended nor lain idle for too long. Looking does not keep it alive; `touch` does. */
export async function findSession(access: Access, value: string): Promise<SessionRow | undefined> {
  const [family = '', secret = ''] = value.split('.')
  const row = await access.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', digestOf(family))
    .executeTakeFirst()
  if (!row || !(await isAlive(access, row))) return undefined
  const given = digestOf(secret)
  if (isSame(given, row.secret_hash)) {
    if (row.confirmed_at === null) await confirm(access, row)
    return row
  }
  if (isSame(given, row.previous_hash ?? '') && isOnItsWay(access, row)) return row
  await endStolen(access, row)
  return undefined
}

/** By the cookie's value: what names the session also after its secret was replaced. */
export const sessionIdOf = (value: string) => digestOf(value.split('.')[0] ?? '')

/** Those of these sessions that are still alive. Asking does not keep them so. */
export async function findAliveSessions(access: Access, ids: readonly string[]): Promise<Set<string>> {
  const alive = new Set<string>()
  for (let start = 0; start < ids.length; start += 500) {
    const rows = await access.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', 'in', ids.slice(start, start + 500))
      .execute()
    for (const row of rows) if (await isAlive(access, row)) alive.add(row.id)
  }
  return alive
}

/** Notes that a session was used, to the minute and in memory; flushSessionUses writes it. */
export function touch(access: Access, row: SessionRow): void {
  const now = access.clock.now()
  const seenAt = access.sessionUses.get(row.id) ?? row.seen_at
  if (now.getTime() - Date.parse(seenAt) > 60_000) access.sessionUses.set(row.id, now.toISOString())
}

const rotateAfter = 10 * 60_000
const onItsWay = 60_000

/** A new secret for a remembered session when the present one is some minutes old; undefined when it stays. */
export async function rotateSession(
  access: Access,
  row: SessionRow,
  value: string,
): Promise<GivenSession | undefined> {
  const now = access.clock.now()
  if (row.is_remembered === 0 || now.getTime() - Date.parse(row.rotated_at) < rotateAfter) return undefined
  const [family = '', presented = ''] = value.split('.')
  const secret = randomBytes(32).toString('base64url')
  const { numUpdatedRows } = await transaction(access.database, (db) =>
    db
      .updateTable('sessions')
      .set({
        secret_hash: digestOf(secret),
        previous_hash: digestOf(presented),
        rotated_at: now.toISOString(),
        confirmed_at: null,
      })
      .where('id', '=', row.id)
      // Of two tabs that open at once, one rotates.
      .where('rotated_at', '=', row.rotated_at)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) return undefined
  return {
    value: `${family}.${secret}`,
    maxAgeSeconds: Math.ceil((Date.parse(row.expires_at) - now.getTime()) / 1000),
  }
}

/** Writes when sessions were last used, in one go; called now and then, never per request. */
export async function flushSessionUses(access: Access): Promise<void> {
  if (access.sessionUses.size === 0) return
  const uses = [...access.sessionUses]
  access.sessionUses.clear()
  try {
    await transaction(access.database, async (db) => {
      for (const [id, seen_at] of uses)
        await db.updateTable('sessions').set({ seen_at }).where('id', '=', id).execute()
    })
  } catch (error) {
    for (const [id, at] of uses) if (!access.sessionUses.has(id)) access.sessionUses.set(id, at)
    throw error
  }
}

/** Inside a transaction: the session of this cookie, whoever holds it. */
export async function closeSession(db: Db, value: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionIdOf(value)).execute()
}

/** Inside a transaction: all sessions of a user, but for one. */
export async function endSessionsOf(db: Db, userId: string, exceptId = ''): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', exceptId).execute()
}

async function isAlive(access: Access, row: SessionRow): Promise<boolean> {
  const now = access.clock.now()
  if (row.expires_at <= now.toISOString()) return false
  if (row.is_remembered === 1) return true
  const { session } = await securityOf(access)
  const seenAt = access.sessionUses.get(row.id) ?? row.seen_at
  return seenAt >= new Date(now.getTime() - session.idleMinutes * 60_000).toISOString()
}

/** The secret before is taken until the browser has shown that it got the new one, and for requests sent before that. */
const isOnItsWay = (access: Access, row: SessionRow) =>
  row.confirmed_at === null || access.clock.now().getTime() - Date.parse(row.confirmed_at) < onItsWay

async function confirm(access: Access, row: SessionRow): Promise<void> {
  await transaction(access.database, (db) =>
    db
      .updateTable('sessions')
      .set({ confirmed_at: access.clock.now().toISOString() })
      .where('id', '=', row.id)
      .where('secret_hash', '=', row.secret_hash)
      .execute(),
  )
}

async function endStolen(access: Access, row: SessionRow): Promise<void> {
  await transaction(access.database, async (db) => {
    const user = await db.selectFrom('users').select('name').where('id', '=', row.user_id).executeTakeFirst()
    await db.deleteFrom('sessions').where('id', '=', row.id).execute()
    await audit(
      access,
      db,
      { actor: { name: user?.name ?? '' }, address: null },
      { kind: 'session.stolen', outcome: 'failure', ...(user && { target: user.name }) },
    )
  })
}

const digestOf = (secret: string) => hash('sha256', secret)

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
