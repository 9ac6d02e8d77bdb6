import { useEffect } from 'react'
import { onActivity } from '../../lib/activity.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { isSessionAlive, reportSessionEnd } from '../../lib/session-end.ts'

const idleTime = 60_000

/** After a pause the first movement asks quietly whether the session still holds. */
export function useIdleCheck() {
  const isSignedIn = isPerson(useCurrentUser())
  useEffect(() => {
    if (!isSignedIn) return undefined
    return onActivity((pause) => {
      if (pause >= idleTime) void check()
    })
  }, [isSignedIn])
}

async function check() {
  try {
    if (!(await isSessionAlive())) reportSessionEnd()
  } catch {
    return // unreachable is not signed out; the screens say so when they ask
  }
}
