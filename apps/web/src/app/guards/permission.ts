// The eighth guard: who may open a route, by its audience and by the menu entries above it.
import { redirect } from '@tanstack/react-router'
import { asciiAddress } from '../../lib/ascii-address.ts'
import { circumstancesNow } from '../../lib/circumstances.ts'
import { type Circumstances, judgeGate } from '../../lib/gates.ts'
import { noteVisit } from '../../lib/last-visited.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { isFor } from '../audience.ts'
import { screens } from '../screens.ts'
import type { Guard } from './guard.ts'

let lastAllowed: string | undefined

/** Where the person is, as far as they may be there. */
export const lastAllowedPath = () => lastAllowed

export const requirePermission: Guard = ({ screen, location, isPreload }, start) => {
  const { pathname, href } = location
  if (screen.audience !== 'anyone') {
    const isOpen = isFor(screen.audience, start.user) && !isBlocked(pathname, circumstancesNow(start))
    if (!isOpen) refuse(isPreload)
  }
  if (isPreload || screen.audience === 'anyone') return
  lastAllowed = href
  const part = /^\/admin(\/|$)/.test(pathname) ? 'administration' : 'application'
  noteVisit(start.user?.name ?? '', part, href)
}

/** A route is closed when a menu entry that it lies under is hidden or disabled. */
function isBlocked(path: string, now: Circumstances): boolean {
  return screens.some(
    ({ menu, path: entry }) =>
      menu !== undefined &&
      (path === entry || path.startsWith(`${entry}/`)) &&
      judgeGate(menu.gate, now).kind !== 'open',
  )
}

function refuse(isPreload: boolean): never {
  if (lastAllowed === undefined) throw redirect({ to: '/authorization', replace: true })
  if (!isPreload) notify('error', message('spec.notAuthorized'))
  throw redirect({ href: asciiAddress(lastAllowed), replace: true })
}
