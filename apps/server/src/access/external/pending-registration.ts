// Somebody whom a provider vouches for and who has no account here yet may make one; the browser keeps the id under
// which it is remembered who they are, and the account that is made is then theirs.
import type { Db } from '../../platform/db/connect.ts'
import type { Access } from '../access.ts'
import { doerOf, type BrowserCall } from '../sign-in/browser-sign-in.ts'
import { readCookie } from '../sign-in/cookies.ts'
import type { ExternalIdentity } from './external-identity.ts'
import { linkExternal } from './external-links.ts'
import { findState, rememberState } from './sign-in-states.ts'
import { newSecret, setCookie } from './sso-browser.ts'

const kind = 'registration'
const cookie = 'bindery_registration'
const lifeMs = 30 * 60_000

export async function keepRegistration(
  access: Access,
  call: BrowserCall,
  identity: ExternalIdentity,
): Promise<void> {
  const id = newSecret()
  await rememberState(access, kind, id, identity, lifeMs)
  setCookie(call, cookie, id, { maxAgeSeconds: lifeMs / 1000, path: '/ui/api/v1' })
}

/** Of this browser; empty when nobody is waiting for an account. */
export async function findRegistrationId(access: Access, call: BrowserCall): Promise<string> {
  const id = readCookie(call.raw.headers.cookie, cookie)
  return id !== undefined && (await findState(access, kind, id)) !== undefined ? id : ''
}

/** Makes the new account the person's who waits for one in this browser. Inside the transaction that creates it. */
export async function linkRegistration(
  access: Access,
  db: Db,
  call: BrowserCall,
  user: { id: string; name: string },
): Promise<void> {
  const id = readCookie(call.raw.headers.cookie, cookie)
  if (id === undefined) return
  const row = await db
    .deleteFrom('sign_in_states')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('expires_at', '>', access.clock.now().toISOString())
    .returning('data')
    .executeTakeFirst()
  // Written by keepRegistration.
  if (row) await linkExternal(access, db, doerOf(user, call), user, JSON.parse(row.data) as ExternalIdentity)
}
