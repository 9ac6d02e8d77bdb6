// Gathers what the rules at the door need to know, and does what they say.
import { registration } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { savePath } from '../../lib/saved-path.ts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'
import { loadStart } from '../../lib/frame.ts'
import { isPerson } from '../../lib/session.ts'
import { findClientSession, noteClientSession } from './client-session.ts'
import { findDestination } from './destination.ts'
import { leave } from './leave.ts'
import { findAutoRedirect } from './load-login-state.ts'
import { judgeVisit, type Visit } from './login-guard.ts'

/** A path to go to instead, an address to leave for, or nothing: stay. */
type Outcome = { path: string } | { url: string } | undefined

const toSignIn = '/login?logout=true'

export async function settleVisit(route: Visit['route'], search: RawSearch, href: string): Promise<Outcome> {
  const isWaitedFor = route === 'sign-in' && noteClientSession(search)
  const redirectTo = textParam(search['redirectTo'])
  if (isWaitedFor || (route === 'sign-in' && redirectTo !== undefined)) savePath(href, { isForced: true })
  const verdict = judgeVisit(await gather(route, search))
  switch (verdict.kind) {
    case 'log-out':
      return logOut()
    case 'to-provider': {
      await logOut()
      return { url: verdict.url }
    }
    case 'to-sign-in':
      return { path: toSignIn }
    case 'to-command-line':
      return { path: '/plugs/extension/cli' }
    case 'to-landing':
      return findDestination((await loadStart()).user, redirectTo)
    default:
      return undefined
  }
}

async function gather(route: Visit['route'], search: RawSearch): Promise<Visit> {
  const hasLogoutFlag = search['logout'] !== undefined
  // Somebody who comes back with a failure, or asks for it, gets the form.
  const mayRedirect =
    route === 'sign-in' && search['noRedirect'] === undefined && search['error'] === undefined
  const [autoRedirect, isTokenValid, { user, addresses }] = await Promise.all([
    mayRedirect && !hasLogoutFlag ? findAutoRedirect() : undefined,
    route === 'invitation' ? isValid(textParam(search['token'])) : false,
    loadStart(),
  ])
  const external = mayRedirect && addresses.externalLogin !== '' ? addresses.externalLogin : undefined
  return {
    route,
    hasLogoutFlag,
    isTokenValid,
    autoRedirect: external ?? autoRedirect,
    isSignedIn: isPerson(user) && !user.mustChangePassword,
    hasClientSession: findClientSession() !== undefined,
  }
}

async function isValid(token: string | undefined): Promise<boolean> {
  if (token === undefined) return false
  const { valid } = await call(registration.verifyToken, { body: { token } })
  return valid
}

async function logOut(): Promise<Outcome> {
  const { user } = await loadStart()
  const url = isPerson(user) ? await leave() : undefined
  return url === undefined ? undefined : { url }
}
