import { useEffect } from 'react'
import { isPerson, isSessionAlive, useCurrentUser } from '../../lib/session.ts'
import { reportSessionEnd } from '../../lib/session-end.ts'

const idleTime = 60_000

/** After a pause the first movement asks quietly whether the session still holds. */
export function useIdleCheck() {
  const isSignedIn = isPerson(useCurrentUser())
  useEffect(() => {
    if (!isSignedIn) return undefined
    let last = Date.now()
    const note = () => {
      const wasIdle = Date.now() - last > idleTime
      last = Date.now()
      if (wasIdle) void check()
    }
    document.addEventListener('pointerdown', note)
    document.addEventListener('keydown', note)
    return () => {
      document.removeEventListener('pointerdown', note)
      document.removeEventListener('keydown', note)
    }
  }, [isSignedIn])
}

async function check() {
  try {
    if (!(await isSessionAlive())) reportSessionEnd()
  } catch {
    return // unreachable is not signed out; the screens say so when they ask
  }
}
