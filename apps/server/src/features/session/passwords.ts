// A forgotten password: a link by e-mail, which opens once and for a while. Whoever asks learns nothing about accounts: the
// answer and the work done for it are the same, and the account is looked for afterwards, by a job.
import type { CurrentUser } from '@bindery/contracts'
import { z } from 'zod'
import { countTurn, underAddressLimit } from '../../access/sign-in/attempts.ts'
import { audit } from '../../access/audit.ts'
import { doerOf, type BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import { letIn } from '../../access/sign-in/current-user.ts'
import { findKey, giveKey, takeKey } from '../../access/sign-in/one-time-keys.ts'
import { prepareNewPassword, replacePassword } from '../../access/sign-in/password-change.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import { findUserById } from '../../access/people/users.ts'
import type { UserRow } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { enqueueLetter, writeLetter } from '../../platform/mail/letters.ts'
import { linkBase } from '../../platform/mail/link-base.ts'
import type { Services } from '../feature.ts'

const linkHours = 24
const context = 'forgotten-password'
export const forgottenPasswordJob = 'forgotten-password'

export async function forgotPassword(
  services: Services,
  call: BrowserCall,
  user: string,
): Promise<{ message: string }> {
  const { access } = services
  if (!(await securityOf(access)).forgotPassword)
    throw forbidden('Links for new passwords are switched off here. Ask an administrator for a new password.')
  const base = await linkBase({ live: access.live, baseUrl: services.baseUrl }, call)
  await countTurn(access, `forgot at ${call.address}`, 20)
  const request = { user: user.trim().toLowerCase(), base, address: call.address }
  await transaction(access.database, (db) =>
    enqueue(db, forgottenPasswordJob, { request: access.vault.seal(JSON.stringify(request), context) }),
  )
  return { message: 'If there is such an account with an e-mail address, a link is on its way to it.' }
}

const Request = z.object({ user: z.string(), base: z.string(), address: z.string() })

/** The job. Run twice it sends two letters, of which both links work until one is used. */
export async function sendResetLink(services: Services, payload: unknown): Promise<void> {
  const { access } = services
  const { request } = z.object({ request: z.string() }).parse(payload)
  const { user: given, base, address } = Request.parse(JSON.parse(access.vault.open(request, context)))
  const user = await findPerson(services, given)
  if (!user?.email || !(await countTurn(access, `forgot of ${user.id}`, 3, 'quietly'))) return
  const { email } = user
  await transaction(access.database, async (db) => {
    const key = await giveKey(access, db, {
      kind: 'password-reset',
      userId: user.id,
      payload: {},
      minutes: linkHours * 60,
    })
    const letter = writeLetter({
      to: email,
      subject: 'Choose a new password',
      before: [
        `Hello ${user.name},`,
        'Somebody asked for a new password for your account. If it was you, choose one here:',
      ],
      action: { label: 'Choose a new password', url: `${base}/ui/login/reset-password?key=${key}` },
      after: [
        `The link works once, within ${linkHours} hours. If it was not you, do nothing: your password stays as it is.`,
      ],
    })
    await enqueueLetter(db, access.vault, letter)
    await audit(
      access,
      db,
      { actor: { name: 'unknown' }, address },
      {
        kind: 'password.link-sent',
        target: user.name,
      },
    )
  })
}

export async function validateKey(
  services: Services,
  call: BrowserCall,
  key: string,
): Promise<{ user: string }> {
  return { user: (await userOfKey(services, call, key)).name }
}

export async function resetPassword(
  services: Services,
  call: BrowserCall,
  key: string,
  given: { password?: string | undefined; newPassword1?: string | undefined },
): Promise<CurrentUser> {
  const { access } = services
  const password = given.password ?? given.newPassword1
  if (password === undefined) throw badRequest('This field is mandatory', 'password')
  const user = await userOfKey(services, call, key)
  const passwordHash = await prepareNewPassword(access, user, password, 'password')
  await transaction(access.database, async (db, after) => {
    if (!(await takeKey(access, db, 'password-reset', key))) throw endedLink()
    await replacePassword(access, db, after, doerOf(user, call), user, { passwordHash, how: 'reset' })
  })
  return letIn(services.access, call, user, { isRemembered: false, method: 'password reset' })
}

async function userOfKey(services: Services, call: BrowserCall, key: string): Promise<UserRow> {
  const { access } = services
  const user = await underAddressLimit(access, call.address, async () => {
    const row = await findKey(access, access.database.db, 'password-reset', key)
    return row?.user_id ? findUserById(access.database.db, row.user_id) : undefined
  })
  if (!user) throw endedLink()
  return user
}

const endedLink = () => badRequest('This link is no longer valid. Ask for a new one.', 'key')

/** By name, or by an e-mail address that one account has. Only those whose password is kept here. */
async function findPerson(services: Services, given: string): Promise<UserRow | undefined> {
  const people = await services.database.db
    .selectFrom('users')
    .selectAll()
    .where((where) =>
      where.or([where('name', '=', given), where((eb) => eb.fn('lower', ['email']), '=', given)]),
    )
    .where('realm', '=', 'internal')
    .where('status', '=', 'enabled')
    .where('is_password_disabled', '=', 0)
    .limit(3)
    .execute()
  return people.find((one) => one.name === given) ?? (people.length === 1 ? people[0] : undefined)
}
