// Who is looking at the screen, and what the installation is called.
import { type Bootstrap, type CurrentUser, session } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { clearNotices } from './notices.ts'
import { cache, query } from './query.ts'
import { everyMinute, pauseRefreshes, resumeRefreshes } from './refreshes.ts'
import { noteSignedIn, reportSessionEnd, sessionEnded } from './session-end.ts'

export const bootstrap = { ...query(session.bootstrap, {}), staleTime: Number.POSITIVE_INFINITY }

export async function loadBootstrap(): Promise<Bootstrap> {
  const answer = await cache.ensureQueryData(bootstrap)
  noteReader(answer.user)
  return answer
}

export const useBootstrap = (): Bootstrap | undefined => useQuery(bootstrap).data

export const useCurrentUser = (): CurrentUser | null => useBootstrap()?.user ?? null

export const isPerson = (user: CurrentUser | null): user is CurrentUser => user !== null && !user.isAnonymous

/** The reader may have changed: what was cached belonged to the one before. For the same reader it is asked again. */
export async function changeReader(): Promise<CurrentUser | null> {
  await cache.cancelQueries()
  const before = cache.getQueryData<Bootstrap>(bootstrap.queryKey)?.user?.name
  const { user } = await cache.fetchQuery({ ...bootstrap, staleTime: 0 })
  const others = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== bootstrap.queryKey[0],
  }
  if (user !== null && user.name === before) {
    void cache.invalidateQueries(others)
  } else {
    cache.removeQueries(others)
    clearNotices()
  }
  noteReader(user)
  sessionEnded.set(false)
  return user
}

/** Asks the server whether it still knows us, without being a sign of life itself. */
export async function isSessionAlive(): Promise<boolean> {
  const { isAlive } = await call(session.check, {})
  return isAlive
}

function noteReader(user: CurrentUser | null) {
  noteSignedIn(isPerson(user))
  if (isPerson(user)) resumeRefreshes()
  else pauseRefreshes()
}

everyMinute(async () => {
  try {
    const answer = await call(session.bootstrap, {})
    if (isPerson(answer.user)) cache.setQueryData(bootstrap.queryKey, answer)
    else reportSessionEnd()
  } catch {
    return // unreachable is not signed out; the screens say so when they ask
  }
})
