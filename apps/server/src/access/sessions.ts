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

export async function openSession(access: Access, userId: string, isRemembered: boolean): Promise<NewSession> {
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
        is_remembered: isRemembered ? 1 : 0,
      })
      .execute()
  })
  return { secret, maxAgeSeconds: isRemembered ? lifeSeconds : undefined }
}

export async function findSessionUser(access: Access, secret: string): Promise<string | undefined> {
  const row = await access.database.db
    .selectFrom('sessions')
    .select(['user_id', 'expires_at'])
    .where('id', '=', digestOf(secret))
    .executeTakeFirst()
  return row && row.expires_at > access.clock.now().toISOString() ? row.user_id : undefined
}

export async function closeSession(access: Access, secret: string): Promise<void> {
  await transaction(access.database, async (db) => {
    await db.deleteFrom('sessions').where('id', '=', digestOf(secret)).execute()
  })
}

const digestOf = (secret: string) => hash('sha256', secret)
