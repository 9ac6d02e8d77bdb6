// Pages for those who build the application are open with a feature flag only. Without it a navigation to them is
// cancelled: people stay where they are, and whoever comes from outside starts as usual.
import { redirect } from '@tanstack/react-router'
import { circumstancesNow } from '../../lib/circumstances.ts'
import type { Guard } from './guard.ts'
import { lastAllowedPath } from './permission.ts'

export const closePlayground: Guard = ({ location: { pathname } }, start) => {
  if (!isPlayground(pathname) || circumstancesNow(start).features['tested'] === true) return
  throw redirect({ href: lastAllowedPath() ?? '/', replace: true })
}

/** The teasers of a demonstration share the beginning of their address, and nothing else. */
const isPlayground = (path: string) => /^\/(?:template|demo)(?:\/(?!admin\/)|$)/.test(path)
