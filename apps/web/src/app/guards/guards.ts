// Every navigation passes these in this order. The server decides about data; the guards only keep people from doors that
// are locked.
import { redirect } from '@tanstack/react-router'
import { noLicense } from '@bindery/contracts'
import { cancelRequests, loadStart, type Start } from '../../lib/frame.ts'
import { circumstancesNow } from '../../lib/circumstances.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { savePath } from '../../lib/saved-path.ts'
import { isPerson } from '../../lib/session.ts'
import { landingPath } from '../landing.ts'
import type { Guard, Navigation } from './guard.ts'
import { requirePermission } from './permission.ts'
import { closePlayground } from './playground.ts'
import { admitToSignInArea, isInSignInArea } from './sign-in-area.ts'
import { leaveScannerTeaser, showTourTeasers } from './teasers.ts'

const licensesPage = '/admin/license_management/licenses'

export async function passGuards(navigation: Navigation): Promise<void> {
  await cancelInFlight(navigation)
  if (isInSignInArea(navigation.screen)) return admitToSignInArea(navigation)
  const start = await loadStart()
  for (const guard of guards) await guard(navigation, start)
}

/** What a page on its way still waits for is given up, where the next one asks for it. */
async function cancelInFlight({ screen, isPreload }: Navigation): Promise<void> {
  if (screen.cancelsInFlight === true && !isPreload) await cancelRequests()
}

const leaveForExternalLogin: Guard = async ({ isPreload }, { user, addresses }) => {
  if (addresses.externalLogin === '' || isPerson(user) || isPreload) return
  location.assign(addresses.externalLogin)
  await new Promise(() => undefined) // the browser is leaving
}

const chooseLanding: Guard = ({ screen }, start) => {
  if (screen.isLanding === true)
    throw redirect({ href: landingPath(start, circumstancesNow(start)), replace: true })
}

const closeUiToAnonymous: Guard = ({ screen, location }, start) => {
  if (isSpared(screen) || start.user !== null || !start.anonymousAccess) return
  savePath(location.href)
  throw redirect({ to: '/login', replace: true })
}

const refuseAnonymous: Guard = ({ screen, location, isPreload }, { user }) => {
  if (isSpared(screen) || user !== null) return
  savePath(location.href)
  if (!isPreload) notify('error', message('spec.notAuthorized'))
  throw redirect({ to: '/login', search: { logout: 'true' }, replace: true })
}

const requireLicense: Guard = ({ screen }, { user, licenseType }: Start) => {
  if (licenseType !== noLicense || isSpared(screen) || screen.path === licensesPage) return
  if (user?.isAdmin === true) throw redirect({ to: licensesPage, replace: true })
  throw redirect({ to: '/login', search: { logout: 'true' }, replace: true })
}

const requireNewPassword: Guard = ({ screen }, { user }) => {
  if (user?.mustChangePassword === true && !isSpared(screen))
    throw redirect({ to: '/login/change-password', replace: true })
}

/** The pages that a refusal may lead to are open to all, so that redirects cannot go round in circles. */
const isSpared = ({ audience }: Navigation['screen']) => audience === 'anyone'

const guards: readonly Guard[] = [
  leaveForExternalLogin,
  chooseLanding,
  closeUiToAnonymous,
  refuseAnonymous,
  requireNewPassword,
  requireLicense,
  showTourTeasers,
  leaveScannerTeaser,
  closePlayground,
  requirePermission,
]
