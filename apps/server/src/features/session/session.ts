// Signing in and out with a browser. The cookie is HttpOnly and SameSite; a new secret is made at each sign-in.
import type { Bootstrap, CurrentUser } from '@bindery/contracts'
import type { IncomingMessage } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { checkPassword, readCookie } from '../../access/authenticate.ts'
import { closeSession, openSession, sessionCookie } from '../../access/sessions.ts'
import { setPassword } from '../../access/users.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'

interface Call {
  raw: IncomingMessage
  origin: string
  setHeader(name: string, value: string): void
}

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
  call: Call,
  given: { user: string; password: string; isRemembered: boolean },
): Promise<CurrentUser> {
  const actor = await checkPassword(services.access, given.user.trim().toLowerCase(), given.password)
  if (!actor?.userId) throw new AppError('not-signed-in', 'Username or password are incorrect')
  if (actor.mustChangePassword)
    throw new AppError('password-change-required', 'Your password has expired. Choose a new one to go on.')
  await startSession(services, call, actor.userId, given.isRemembered)
  return toCurrentUser(services, actor)
}

export async function signOut(services: Services, call: Call): Promise<void> {
  const secret = readCookie(call.raw.headers.cookie, sessionCookie)
  if (secret !== undefined) await closeSession(services.access, secret)
  call.setHeader('set-cookie', cookie('', 0, call.origin))
}

export async function changePassword(
  services: Services,
  call: Call,
  given: { user: string; oldPassword: string; newPassword1: string },
): Promise<CurrentUser> {
  const { access } = services
  const actor = await checkPassword(access, given.user.trim().toLowerCase(), given.oldPassword)
  if (!actor?.userId)
    throw new AppError('not-signed-in', 'The current password is wrong.', { field: 'oldPassword' })
  if (given.newPassword1 === given.oldPassword)
    throw badRequest('The new password is the old one. Choose another.', 'newPassword1')
  await setPassword(access, actor.userId, given.newPassword1)
  await startSession(services, call, actor.userId, false)
  return toCurrentUser(services, { ...actor, mustChangePassword: false })
}

async function startSession(
  services: Services,
  call: Call,
  userId: string,
  isRemembered: boolean,
): Promise<void> {
  const before = readCookie(call.raw.headers.cookie, sessionCookie)
  if (before !== undefined) await closeSession(services.access, before)
  const canRemember = services.access.settings.rememberMeDays > 0
  const session = await openSession(services.access, userId, isRemembered && canRemember)
  call.setHeader('set-cookie', cookie(session.secret, session.maxAgeSeconds, call.origin))
}

function cookie(secret: string, maxAge: number | undefined, origin: string): string {
  const parts = [`${sessionCookie}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  if (origin.startsWith('https:')) parts.push('Secure')
  return parts.join('; ')
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
