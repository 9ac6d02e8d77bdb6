// Browser sessions: where one is signed in, and the way to end it; for administrators also those of others.
import type { BrowserSession } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { endSession, type BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import { readCookie } from '../../access/sign-in/cookies.ts'
import { getUser } from '../../access/people/users.ts'
import { loadActor } from '../../access/rules/load-actor.ts'
import { endSessionsOf, findSession, sessionCookie } from '../../access/sign-in/sessions.ts'
import type { SessionRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

type Call = BrowserCall & { actor: Actor }

/** Asking keeps nothing alive: the idle watcher asks without anybody doing anything. */
export async function checkSession(
  { access }: Services,
  call: BrowserCall,
): Promise<{ isAlive: boolean; user: string | null }> {
  const session = await currentSession({ access }, call)
  const actor = session && (await loadActor(access, session.user_id))
  return { isAlive: actor !== undefined, user: actor?.name ?? null }
}

export const listSessions = (services: Services, call: Call): Promise<BrowserSession[]> =>
  sessionsOf(services, call, call.actor.userId ?? '')

export async function listUserSessions(services: Services, call: Call, name: string) {
  const user = await getUser(services.database.db, name)
  return sessionsOf(services, call, user.id)
}

export const endOneSession = ({ access }: Services, call: Call, id: string): Promise<void> =>
  endSessionOf(access, call, { id: call.actor.userId ?? '', name: call.actor.name }, id)

export async function endUserSession({ access }: Services, call: Call, name: string, id: string) {
  await endSessionOf(access, call, await getUser(access.database.db, name), id)
}

export async function endAllSessions(
  services: Services,
  call: Call,
  keep: 'current' | 'none',
): Promise<void> {
  const { access } = services
  const current = keep === 'current' ? await currentSession(services, call) : undefined
  await transaction(access.database, async (db) => {
    await endSessionsOf(db, call.actor.userId ?? '', current?.id)
    await audit(access, db, call, {
      kind: 'session.ended',
      target: call.actor.name,
      detail: { all: true, keep },
    })
  })
  if (keep === 'none') await endSession(access, call)
}

/** Whoever has the password, or a provider that vouches, can sign in again: this is no lock. */
export async function endUserSessions({ access }: Services, call: Call, name: string): Promise<void> {
  await transaction(access.database, async (db) => {
    const user = await getUser(db, name)
    await endSessionsOf(db, user.id)
    await audit(access, db, call, { kind: 'session.ended', target: user.name, detail: { all: true } })
  })
}

async function sessionsOf(services: Services, call: Call, userId: string): Promise<BrowserSession[]> {
  const current = await currentSession(services, call)
  const rows = await services.database.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', services.clock.now().toISOString())
    .orderBy('seen_at', 'desc')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === current?.id,
    isRemembered: row.is_remembered === 1,
    createdAt: row.created_at,
    seenAt: services.access.sessionUses.get(row.id) ?? row.seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    browser: row.browser,
  }))
}

async function endSessionOf(
  access: Access,
  call: Call,
  user: { id: string; name: string },
  id: string,
): Promise<void> {
  await transaction(access.database, async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('sessions')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('session', id)
    await audit(access, db, call, { kind: 'session.ended', target: user.name })
  })
}

async function currentSession(
  { access }: Pick<Services, 'access'>,
  call: BrowserCall,
): Promise<SessionRow | undefined> {
  const value = readCookie(call.raw.headers.cookie, sessionCookie)
  return value === undefined ? undefined : findSession(access, value)
}
