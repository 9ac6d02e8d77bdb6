// Signing in and out with a browser, by name and password.
import type { Bootstrap, CurrentUser } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { checkPassword } from '../../access/authenticate.ts'
import { endSession, startSession, type BrowserCall } from '../../access/browser-sign-in.ts'
import { setPassword } from '../../access/users.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

export async function bootstrap(services: Services, actor: Actor): Promise<Bootstrap> {
  const { anonymousAccess, rememberMeDays } = services.access.settings
  return {
    product: 'Bindery',
    version: services.version,
    serverName: services.serverName,
    user: actor.userId === null && !anonymousAccess ? null : await toCurrentUser(services, actor),
    anonymousAccess,
    canRememberMe: rememberMeDays > 0,
  }
}

export async function signIn(
  services: Services,
  call: BrowserCall,
  given: { user: string; password: string; isRemembered: boolean },
): Promise<CurrentUser> {
  const actor = await checkPassword(services.access, given.user.trim().toLowerCase(), given.password)
  if (!actor?.userId) throw new AppError('not-signed-in', 'Username or password are incorrect')
  if (actor.mustChangePassword)
    throw new AppError('password-change-required', 'Your password has expired. Choose a new one to go on.')
  await startSession(services.access, call, actor.userId, given.isRemembered)
  return toCurrentUser(services, actor)
}

export async function signOut(services: Services, call: BrowserCall): Promise<void> {
  await endSession(services.access, call)
}

export async function changePassword(
  services: Services,
  call: BrowserCall,
  given: { user: string; oldPassword: string; newPassword1: string },
): Promise<CurrentUser> {
  const { access } = services
  const actor = await checkPassword(access, given.user.trim().toLowerCase(), given.oldPassword)
  if (!actor?.userId)
    throw new AppError('not-signed-in', 'The current password is wrong.', { field: 'oldPassword' })
  if (given.newPassword1 === given.oldPassword)
    throw badRequest('The new password is the old one. Choose another.', 'newPassword1')
  await setPassword(access, actor.userId, given.newPassword1)
  await startSession(access, call, actor.userId, false)
  return toCurrentUser(services, { ...actor, mustChangePassword: false })
}

async function toCurrentUser(services: Services, actor: Actor): Promise<CurrentUser> {
  const row =
    actor.userId === null
      ? undefined
      : await services.database.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', actor.userId)
          .executeTakeFirst()
  return {
    name: actor.name,
    displayName: actor.name,
    email: row?.email ?? null,
    isAdmin: actor.isAdmin,
    isAnonymous: actor.userId === null,
    mustChangePassword: actor.mustChangePassword,
  }
}
