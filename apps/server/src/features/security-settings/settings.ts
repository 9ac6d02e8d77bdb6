// The rules everyone signs in by: what a change means is said before and with it, so that nobody is surprised.
import type { SecuritySettings } from '@bindery/contracts'
import { accessChanged } from '../../access/rules/access-version.ts'
import { audit, changedMembers, type Doer } from '../../access/audit.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import type { Services } from '../feature.ts'

export async function saveSettings(
  services: Services,
  by: Doer,
  given: SecuritySettings,
): Promise<{ settings: SecuritySettings; warnings: string[] }> {
  const { access } = services
  const before = await securityOf(access)
  const warnings = await warningsOf(services, given)
  const text = await harmless(given.loginDialog.text)
  const settings = { ...given, loginDialog: { ...given.loginDialog, text } }
  await transaction(access.database, async (db, after) => {
    // What a remembered password is worth depends on these rules, on every node.
    await accessChanged(access, db, after)
    await access.live.set(db, after, access.security, settings)
    await audit(access, db, by, {
      kind: 'security-settings.changed',
      detail: changedMembers(before, settings),
    })
  })
  return { settings, warnings }
}

/** Sentences for the administrator, about what this would do that was not so before. */
export async function warningsOf(services: Services, given: SecuritySettings): Promise<string[]> {
  const before = await securityOf(services.access)
  const unprotected = await countWithoutFactor(services, given)
  const { isEnabled: hasMail } = await services.access.live.get(mailServer)
  const isRequired = given.secondFactor.policy.startsWith('required')
  const isNewlyRequired = isRequired && before.secondFactor.policy !== given.secondFactor.policy
  return [
    isNewlyRequired &&
      `${unprotected} people without a second factor, you perhaps among them, must set one up at their next sign-in. Until then, and after, their passwords are not taken from programs: those need access tokens.`,
    given.secondFactor.policy === 'off' &&
      before.secondFactor.policy !== 'off' &&
      'Nobody is asked for a second factor any more, not even those who have one.',
    given.anonymousAccess &&
      !before.anonymousAccess &&
      'Everybody who reaches this server may read what the user anonymous may read.',
    !given.lock.isEnabled && before.lock.isEnabled && 'Passwords can be guessed without limit.',
    given.password.expiresAfterDays > 0 &&
      before.password.expiresAfterDays !== given.password.expiresAfterDays &&
      `Passwords older than ${given.password.expiresAfterDays} days end at once, in programs too.`,
    given.registration.isEnabled &&
      !before.registration.isEnabled &&
      'Everybody who reaches this server may make an account.',
    given.forgotPassword &&
      !before.forgotPassword &&
      !hasMail &&
      'No mail server is set up, so links for new passwords cannot be sent.',
    given.loginView.loginIsExternal &&
      given.loginView.isProvidersHidden &&
      'The sign-in screen shows neither providers nor the form, only a link to the form.',
  ].filter((sentence) => sentence !== false)
}

async function countWithoutFactor({ database }: Services, given: SecuritySettings): Promise<number> {
  const { policy, groups, appliesToExternal } = given.secondFactor
  let query = database.db
    .selectFrom('users')
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('second_factors.user_id', 'is', null)
    .where('users.status', '=', 'enabled')
  if (!appliesToExternal) query = query.where('users.realm', '=', 'internal')
  if (policy === 'required-for-groups')
    query = query.where('users.id', 'in', (eb) =>
      eb
        .selectFrom('memberships')
        .innerJoin('groups', 'groups.id', 'memberships.group_id')
        .select('memberships.user_id')
        .where('groups.name', 'in', groups.length === 0 ? [''] : groups),
    )
  const row = await query.executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What the dialog over the sign-in form may contain: text with emphasis, lists and links. */
async function harmless(text: string): Promise<string> {
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(text, {
    allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'code', 'hr'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
  })
}
