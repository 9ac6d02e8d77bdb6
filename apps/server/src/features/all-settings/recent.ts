// Which pages of the administration were changed last, by the word of the audit log.
import type { RecentChange } from '@bindery/contracts'
import type { Services } from '../feature.ts'

/** Their targets are ids, which say nothing to people. */
const nameless = new Set(['license'])

/** The page that shows what an entry is about, by the thing in its kind. */
const pages = new Map([
  ['user', '/admin/management/users'],
  ['group', '/admin/management/groups'],
  ['permission', '/admin/management/permissions'],
  ['role', '/admin/management/global_roles'],
  ['project', '/admin/projects/list'],
  ['environment', '/admin/environments'],
  ['ldap', '/admin/configuration/security/ldap'],
  ['ldap-mapping', '/admin/configuration/security/ldap'],
  ['crowd', '/admin/configuration/security/crowd_integration'],
  ['http-sso', '/admin/configuration/security/http_sso'],
  ['security-settings', '/admin/configuration/security/general'],
  ['mail', '/admin/configuration/mail'],
  ['proxy', '/admin/proxies/configuration'],
  ['general-settings', '/admin/configuration/general'],
  ['read-only', '/admin/configuration/general'],
  ['license', '/admin/license_management/licenses'],
])

const shown = 3
/** How far back it looks: sign-ins fill the log, and nobody waits for what happened long ago. */
const farthest = 5_000

export async function recentChanges({ database }: Services): Promise<RecentChange[]> {
  const { newest } = await database.db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('sequence').as('newest'))
    .executeTakeFirstOrThrow()
  const rows = await database.db
    .selectFrom('audit')
    .select(['kind', 'actor', 'target', 'at'])
    .where('sequence', '>', Number(newest ?? 0) - farthest)
    .where('outcome', '=', 'success')
    .where('kind', 'not like', 'sign-in.%')
    .where('kind', 'not like', 'token.%')
    .orderBy('sequence', 'desc')
    .limit(500)
    .execute()
  const found = new Map<string, RecentChange>()
  for (const { kind, actor, target, at } of rows) {
    const [thing = ''] = kind.split('.')
    const page = pages.get(thing)
    if (page !== undefined && !found.has(page))
      found.set(page, { page, target: nameless.has(thing) ? null : target, actor, at })
    if (found.size === shown) break
  }
  return [...found.values()]
}
