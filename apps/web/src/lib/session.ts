// Who is looking at the screen, and what follows when that changes.
import { type Current, type CurrentUser, session } from '@bindery/contracts'
import { call } from './call.ts'
import { cancelRequests, current, forgetStart, isPersonal, loadStart, useStart } from './frame.ts'
import { clearNotices } from './notices.ts'
import { announceReader, compareReader } from './other-reader.ts'
import { cache } from './query.ts'
import { everyMinute, pauseRefreshes, resumeRefreshes } from './refreshes.ts'
import { noteSignedIn, reportSessionEnd, sessionEnded } from './session-end.ts'

export const useCurrentUser = (): CurrentUser | null => useStart()?.user ?? null

export const isPerson = (user: CurrentUser | null): user is CurrentUser => user !== null && !user.isAnonymous

/** Whoever still waits for who is looking gets no answer. */
export const stopAsking = () => cache.cancelQueries({ queryKey: current.queryKey })

/** The reader may have changed: what was cached belonged to the one before. For the same reader it is asked again. */
export async function changeReader(): Promise<CurrentUser | null> {
  await cancelRequests()
  const before = cache.getQueryData<Current>(current.queryKey)?.user?.name
  const { user } = await cache.fetchQuery({ ...current, staleTime: 0 })
  const personal = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => isPersonal(queryKey) }
  if (user !== null && user.name === before) {
    void cache.invalidateQueries(personal)
  } else {
    forgetStart()
    cache.removeQueries(personal)
    clearNotices()
  }
  sessionEnded.set(false)
  await loadStart()
  return user
}

// However it was learned who is looking.
cache.getQueryCache().subscribe((change) => {
  if (change.type !== 'updated' || change.query.queryKey[0] !== current.queryKey[0]) return
  const user = cache.getQueryData<Current>(current.queryKey)?.user ?? null
  noteSignedIn(isPerson(user))
  if (change.action.type === 'success') announceReader(isPerson(user) ? user.name : undefined)
  if (isPerson(user)) resumeRefreshes()
  else pauseRefreshes()
})

everyMinute(async () => {
  try {
    const answer = await call(session.current, {})
    if (!isPerson(answer.user)) reportSessionEnd()
    // What is on the screen was loaded for whoever was looking before.
    else if (compareReader(answer.user.name)) cache.setQueryData(current.queryKey, answer)
  } catch {
    return // unreachable is not signed out; the screens say so when they ask
  }
})
