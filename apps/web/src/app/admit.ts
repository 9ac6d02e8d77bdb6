// Who may open a screen. The server decides about data; this only avoids showing doors that are locked.
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { message } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { savePath } from '../lib/saved-path.ts'
import { loadBootstrap } from '../lib/session.ts'
import type { Audience } from './screens.ts'

let lastAllowed: string | undefined

export async function admit(audience: Audience, location: ParsedLocation, isPreload: boolean): Promise<void> {
  if (audience === 'anyone') return
  const { user } = await loadBootstrap()
  if (user === null) {
    savePath(location.href)
    if (!isPreload) notify('error', message('spec.notAuthorized'))
    throw redirect({ to: '/login', search: { logout: 'true' }, replace: true })
  }
  if (user.mustChangePassword) throw redirect({ to: '/login/change-password', replace: true })
  if (audience === 'administrator' && !user.isAdmin) refuse(isPreload)
  if (!isPreload) lastAllowed = location.href
}

function refuse(isPreload: boolean): never {
  if (lastAllowed === undefined) throw redirect({ to: '/authorization', replace: true })
  if (!isPreload) notify('error', message('spec.notAuthorized'))
  throw redirect({ href: lastAllowed, replace: true })
}
