// The sign-in area has rules of its own, which do not wait for the initial data.
import { redirect } from '@tanstack/react-router'
import { settleVisit } from '../../features/session/visit.ts'
import { asciiAddress } from '../../lib/ascii-address.ts'
import { loadStart } from '../../lib/frame.ts'
import { isPerson } from '../../lib/session.ts'
import type { Navigation } from './guard.ts'

const routes = { stranger: 'sign-in-child', invited: 'invitation', 'command-line': 'command-line' } as const

type AreaAudience = keyof typeof routes

const isAreaAudience = (audience: string): audience is AreaAudience => audience in routes

export const isInSignInArea = ({ audience, path }: Navigation['screen']) =>
  isAreaAudience(audience) || /^\/(login|auth|auth-provider)(\/|$)/.test(path)

export async function admitToSignInArea({ screen, location, isPreload }: Navigation): Promise<void> {
  const { audience } = screen
  if (isPreload || !isAreaAudience(audience)) return
  const { href, search, pathname } = location
  const outcome = await settleVisit(routes[audience], search, href)
  if (outcome !== undefined)
    throw redirect({ href: asciiAddress('path' in outcome ? outcome.path : outcome.url), replace: true })
  if (!pathname.startsWith('/plugs')) return
  // A command line waits, and nobody is signed in yet: sign in first, which leads back.
  if (!isPerson((await loadStart()).user)) throw redirect({ to: '/login', replace: true })
}
