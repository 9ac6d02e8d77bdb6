// Tells the frame that the server no longer knows us. Only matters while somebody is signed in.
import { session } from '@bindery/contracts'
import { call } from './call.ts'
import { createStore } from './store.ts'

export const sessionEnded = createStore(false)

let isSignedIn = false

export function noteSignedIn(value: boolean) {
  isSignedIn = value
}

export function reportSessionEnd() {
  if (isSignedIn) sessionEnded.set(true)
}

/** The cookie of a session that took the place of another may arrive after the news that the other one ended. */
const cookieArrives = 1000

let asking: Promise<boolean> | undefined

/**
 * Somebody heard that the session ended, maybe only the one before: a new password or second factor replaces it. Asks,
 * and reports the end if it is one. Resolves to whether it is; unreachable is not signed out.
 */
export function suspectSessionEnd(): Promise<boolean> {
  asking ??= isOver().finally(() => (asking = undefined))
  return asking
}

async function isOver(): Promise<boolean> {
  if (!isSignedIn) return true
  try {
    if (await isSessionAlive()) return false
    await new Promise((resolve) => setTimeout(resolve, cookieArrives))
    if (await isSessionAlive()) return false
  } catch {
    return false
  }
  reportSessionEnd()
  return true
}

/** Asks the server whether it still knows us, without being a sign of life itself. */
export async function isSessionAlive(): Promise<boolean> {
  const { isAlive } = await call(session.check, {})
  return isAlive
}
