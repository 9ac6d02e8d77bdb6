// Where a sign-in leads: to a waiting command line, to an address that somebody else asked for, back to where one was
// going, or to the start page.
import { type CurrentUser, signInScreen } from '@bindery/contracts'
import { call } from '../../lib/call.ts'
import { takeSavedPath } from '../../lib/saved-path.ts'
import { findClientSession } from './client-session.ts'

/** A page of this application, or a whole address of this site. */
type Destination = { path: string } | { url: string }

export async function findDestination(user: CurrentUser | null, redirectTo?: string): Promise<Destination> {
  const saved = takeSavedPath(user)
  if (findClientSession() !== undefined) return { path: '/plugs/extension/cli' }
  const asked = redirectTo ?? redirectOf(saved)
  if (asked !== undefined) return (await agreed(asked)) ?? { path: '/' }
  return { path: saved === undefined || isSignInPage(saved) ? '/' : saved }
}

const isSignInPage = (path: string) => /^\/(?:login|auth)(?:\?|$)/.test(path)

/** The sign-in page is saved for what it was opened with. */
function redirectOf(saved: string | undefined): string | undefined {
  if (saved === undefined || !isSignInPage(saved)) return undefined
  return new URLSearchParams(saved.split('?')[1]).get('redirectTo') ?? undefined
}

/** The server decides which addresses may be led to; foreign ones would let strangers borrow our sign-in page. */
async function agreed(redirectTo: string): Promise<Destination | undefined> {
  try {
    const { url } = await call(signInScreen.redirect, { query: { redirectTo } })
    return url === '' ? undefined : { url }
  } catch {
    return undefined
  }
}
