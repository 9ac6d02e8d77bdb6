// Who is looking at the screen, and what the installation is called.
import { type Bootstrap, type CurrentUser, session } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { clearNotices } from './notices.ts'
import { cache, query } from './query.ts'
import { noteSignedIn, sessionEnded } from './session-end.ts'

export const bootstrap = { ...query(session.bootstrap, {}), staleTime: Number.POSITIVE_INFINITY }

export async function loadBootstrap(): Promise<Bootstrap> {
  const answer = await cache.ensureQueryData(bootstrap)
  noteSignedIn(isPerson(answer.user))
  return answer
}

export const useBootstrap = (): Bootstrap | undefined => useQuery(bootstrap).data

export const useCurrentUser = (): CurrentUser | null => useBootstrap()?.user ?? null

export const isPerson = (user: CurrentUser | null): user is CurrentUser => user !== null && !user.isAnonymous

/** The reader has changed: what was cached belonged to the one before. */
export async function changeReader(): Promise<CurrentUser | null> {
  await cache.cancelQueries()
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== bootstrap.queryKey[0] })
  clearNotices()
  const { user } = await cache.fetchQuery({ ...bootstrap, staleTime: 0 })
  noteSignedIn(isPerson(user))
  sessionEnded.set(false)
  return user
}

/** Asks the server once more who we are; false when the session is over. */
export async function isSessionAlive(): Promise<boolean> {
  const answer = await cache.fetchQuery({
    ...query(session.bootstrap, {}),
    queryKey: ['session-check'],
    staleTime: 0,
  })
  return isPerson(answer.user)
}
