// Who may open a screen. The server decides about data; this only avoids showing doors that are locked.
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { settleVisit } from '../features/session/visit.ts'
import { message } from '../lib/messages.ts'
import { notify } from '../lib/notices.ts'
import { savePath } from '../lib/saved-path.ts'
import { loadStart } from '../lib/frame.ts'
import { isPerson } from '../lib/session.ts'
import { isFor } from './audience.ts'
import type { Audience } from './screens.ts'

let lastAllowed: string | undefined

export async function admit(audience: Audience, location: ParsedLocation, isPreload: boolean): Promise<void> {
  if (audience === 'anyone') return
  if (audience === 'stranger' || audience === 'invited' || audience === 'command-line') {
    if (!isPreload) await admitToArea(audience, location)
    return
  }
  const { user } = await loadStart()
  if (user === null) {
    savePath(location.href)
    if (!isPreload) notify('error', message('spec.notAuthorized'))
    throw redirect({ to: '/login', search: { logout: 'true' }, replace: true })
  }
  if (user.mustChangePassword) throw redirect({ to: '/login/change-password', replace: true })
  if (!isFor(audience, user)) refuse(isPreload)
  if (!isPreload) lastAllowed = location.href
}

const routes = { stranger: 'sign-in-child', invited: 'invitation', 'command-line': 'command-line' } as const

async function admitToArea(
  audience: keyof typeof routes,
  { href, search, pathname }: ParsedLocation,
): Promise<void> {
  const outcome = await settleVisit(routes[audience], search, href)
  if (outcome !== undefined)
    throw redirect({ href: 'path' in outcome ? outcome.path : outcome.url, replace: true })
  if (!pathname.startsWith('/plugs')) return
  // A command line waits, and nobody is signed in yet: sign in first, which leads back.
  if (!isPerson((await loadStart()).user)) throw redirect({ to: '/login', replace: true })
}

function refuse(isPreload: boolean): never {
  if (lastAllowed === undefined) throw redirect({ to: '/authorization', replace: true })
  if (!isPreload) notify('error', message('spec.notAuthorized'))
  throw redirect({ href: lastAllowed, replace: true })
}
