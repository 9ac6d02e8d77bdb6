// Which browser came through which provider, so that leaving here can mean leaving there, and the other way round.
import type { Access } from '../../access/access.ts'
import type { BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import { readCookie } from '../../access/sign-in/cookies.ts'
import { digestOf, newSecret, setCookie } from '../../access/external/sso-browser.ts'
import type { Doer } from '../../access/audit.ts'
import { audit } from '../../access/audit.ts'
import type { SamlSessionRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'

const samlCookie = 'bindery_saml'
const cookiePath = '/ui/api/v1'
const lifeMs = 30 * 86_400_000

interface SamlSession {
  userId: string
  provider: string
  nameId: string
  nameIdFormat: string
  sessionIndex: string | undefined
}

export async function keepSamlSession(
  access: Access,
  call: BrowserCall,
  session: SamlSession,
): Promise<void> {
  const secret = newSecret()
  const now = access.clock.now()
  await transaction(access.database, async (db) => {
    await db.deleteFrom('saml_sessions').where('expires_at', '<', now.toISOString()).execute()
    await db
      .insertInto('saml_sessions')
      .values({
        id: digestOf(secret),
        user_id: session.userId,
        provider: session.provider,
        name_id: session.nameId,
        name_id_format: session.nameIdFormat,
        session_index: session.sessionIndex ?? null,
        expires_at: new Date(now.getTime() + lifeMs).toISOString(),
      })
      .execute()
  })
  setCookie(call, samlCookie, secret, { maxAgeSeconds: lifeMs / 1000, path: cookiePath })
}

/** What this browser came through with. */
export async function findSamlSession(
  access: Access,
  call: BrowserCall,
): Promise<SamlSessionRow | undefined> {
  const secret = readCookie(call.raw.headers.cookie, samlCookie)
  if (secret === undefined) return undefined
  return access.database.db
    .selectFrom('saml_sessions')
    .selectAll()
    .where('id', '=', digestOf(secret))
    .executeTakeFirst()
}

/** Gives out what this browser came through with, once. */
export async function takeSamlSession(
  access: Access,
  call: BrowserCall,
): Promise<SamlSessionRow | undefined> {
  const secret = readCookie(call.raw.headers.cookie, samlCookie)
  if (secret === undefined) return undefined
  setCookie(call, samlCookie, '', { maxAgeSeconds: 0, path: cookiePath })
  return transaction(access.database, (db) =>
    db.deleteFrom('saml_sessions').where('id', '=', digestOf(secret)).returningAll().executeTakeFirst(),
  )
}

/** The provider says that somebody left: every browser session of theirs ends here. Returns how many people it was. */
export async function endSamlSessions(
  access: Access,
  by: Doer,
  left: { provider: string; nameId: string; sessionIndexes: string[] },
): Promise<number> {
  return transaction(access.database, async (db) => {
    let which = db
      .selectFrom('saml_sessions')
      .innerJoin('users', 'users.id', 'saml_sessions.user_id')
      .select(['saml_sessions.id', 'user_id', 'users.name'])
      .where('provider', '=', left.provider)
      .where('name_id', '=', left.nameId)
    if (left.sessionIndexes.length > 0) which = which.where('session_index', 'in', left.sessionIndexes)
    const found = await which.execute()
    if (found.length === 0) return 0
    const users = [...new Set(found.map(({ user_id }) => user_id))]
    const rows = found.map(({ id }) => id)
    await db.deleteFrom('saml_sessions').where('id', 'in', rows).execute()
    await db.deleteFrom('sessions').where('user_id', 'in', users).execute()
    await audit(access, db, by, {
      kind: 'sign-in.ended',
      target: found[0]?.name ?? '',
      detail: { by: `saml:${left.provider}` },
    })
    return users.length
  })
}
