// Signing in and out with a browser, by name and password.
import type { Current, CurrentUser } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import {
  doerOf,
  endSession,
  placeOf,
  renewSession,
  wrongCredentials,
  type BrowserCall,
} from '../../access/sign-in/browser-sign-in.ts'
import { checkPassword } from '../../access/sign-in/check-password.ts'
import { letIn, toCurrentUser } from '../../access/sign-in/current-user.ts'
import { expiryOf, prepareNewPassword, replacePassword } from '../../access/sign-in/password-change.ts'
import { securityOf } from '../../access/sign-in/security.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

export async function current(services: Services, call: BrowserCall & { actor: Actor }): Promise<Current> {
  const { anonymousAccess, anonymousUiAccess } = await securityOf(services.access)
  await renewSession(services.access, call)
  const isClosed = call.actor.userId === null && !(anonymousAccess && anonymousUiAccess)
  return {
    user: isClosed ? null : await toCurrentUser(services.access, call.actor),
    anonymousAccess,
    anonymousUiAccess,
  }
}

export async function signIn(
  services: Services,
  call: BrowserCall,
  given: { user: string; password: string; isRemembered: boolean },
): Promise<CurrentUser> {
  const { access } = services
  const user = await checkPassword(access, {
    name: given.user,
    password: given.password,
    ...placeOf(call),
  })
  if (!user) throw wrongCredentials()
  const expiry = expiryOf(access, user, (await securityOf(access)).password.expiresAfterDays)
  if (expiry !== undefined)
    throw new AppError(
      expiry === 'must-change' ? 'password-change-required' : 'PASSWORD_EXPIRED',
      'Your password has expired. Choose a new one to go on.',
    )
  return letIn(services.access, call, user, { isRemembered: given.isRemembered, method: 'password' })
}

export async function signOut(services: Services, call: BrowserCall): Promise<void> {
  await endSession(services.access, call)
}

interface ChangeRequest {
  user?: string | undefined
  userName?: string | undefined
  oldPassword: string
  newPassword1: string
  newPassword2?: string | undefined
}

export async function changePassword(
  services: Services,
  call: BrowserCall,
  given: ChangeRequest,
): Promise<CurrentUser> {
  const { access } = services
  if (given.newPassword2 !== undefined && given.newPassword2 !== given.newPassword1)
    throw badRequest('The two new passwords are not the same.', 'newPassword2')
  const name = given.user || given.userName
  if (!name) throw badRequest('This field is mandatory', 'user')
  const user = await checkPassword(access, { name, password: given.oldPassword, ...placeOf(call) })
  if (!user) throw new AppError('not-signed-in', 'The current password is wrong.', { field: 'oldPassword' })
  if (user.realm !== 'internal')
    throw badRequest('The password of this account is kept elsewhere. Change it there.', 'user')
  const passwordHash = await prepareNewPassword(access, user, given.newPassword1)
  await transaction(access.database, (db, after) =>
    replacePassword(access, db, after, doerOf(user, call), user, { passwordHash, how: 'changed' }),
  )
  return letIn(services.access, call, user, { isRemembered: false, method: 'password' })
}
