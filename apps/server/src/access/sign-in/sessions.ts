// Browser sessions: a random secret in an HttpOnly cookie, of which only the digest is stored.
import { hash, randomBytes } from 'node:crypto'
import { transaction } from '../platform/db/transaction.ts'
import type { Access } from './access.ts'

export const sessionCookie = 'bindery_session'

export interface NewSession {
  secret: string
  /** Undefined: the cookie ends with the browser. */
  maxAgeSeconds: number | undefined
}

export async function openSession(
  access: Access,
  userId: string,
  isRemembered: boolean,
): Promise<NewSession> {
  const secret = randomBytes(32).toString('base64url')
  const now = access.clock.now()
  const lifeSeconds = isRemembered
    ? access.settings.rememberMeDays * 86_400
    : access.settings.sessionHours * 3_600
  await transaction(access.database, async (db) => {
    await db.deleteFrom('sessions').where('expires_at', '<', now.toISOString()).execute()
    await db
      .insertInto('sessions')
      .values({
        id: digestOf(secret),
        user_id: userId,
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + lifeSeconds * 1000).toISOString(),
        seen_at: now.toISOString(),
        is_remembered: isRemembered ? 1 : 0,
      })
      .execute()
  })
  return { secret, maxAgeSeconds: isRemembered ? lifeSeconds : undefined }
}

/** The user of a session that has neither ended nor lain idle for too long; noted as used. */
export async function findSessionUser(access: Access, secret: string): Promise<string | undefined> {
  const id = digestOf(secret)
  const row = await access.database.db
    .selectFrom('sessions')
    .select(['user_id', 'expires_at', 'seen_at', 'is_remembered'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const now = access.clock.now()
  const seenAt = access.sessionUses.get(id) ?? row.seen_at
  const idleSince = new Date(now.getTime() - access.settings.sessionIdleMinutes * 60_000).toISOString()
  const isIdle = row.is_remembered === 0 && seenAt < idleSince
  if (isIdle || row.expires_at <= now.toISOString()) return undefined
  if (now.getTime() - Date.parse(seenAt) > 60_000) access.sessionUses.set(id, now.toISOString())
  return row.user_id
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

export async function closeSession(access: Access, secret: string): Promise<void> {
  await transaction(access.database, async (db) => {
    await db.deleteFrom('sessions').where('id', '=', digestOf(secret)).execute()
  })
}

const digestOf = (secret: string) => hash('sha256', secret)
