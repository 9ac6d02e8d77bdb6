// Where somebody was going when the sign-in page came between; forgotten after eight hours.
import type { CurrentUser } from '@bindery/contracts'
import { tabStorage } from './storage.ts'

const key = 'bindery.pathAfterLogin'
const lifetime = 8 * 3_600_000

const signInPage = /^\/(?:login|auth)\/?(?:\?|$)/
// Nobody was going to these.
const excluded = /^\/(?:(?:login|auth)\/[^?]|(?:logout|auth-provider|authorization|404|406|500)(?:[/?]|$))/

interface SavedPath {
  pathAfterLogin: string
  expiration: number
}

/** The sign-in page itself is kept only when told so: what it was opened with (a command line waits) has to survive. */
export function savePath(path: string, { isForced = false, now = Date.now() } = {}) {
  if (excluded.test(path) || (signInPage.test(path) && !isForced)) return
  const saved: SavedPath = { pathAfterLogin: path, expiration: now + lifetime }
  tabStorage.setItem(key, JSON.stringify(saved))
}

/** The path, once; undefined when there is none that this user should be sent to. */
export function takeSavedPath(user: CurrentUser | null, now = Date.now()): string | undefined {
  const text = tabStorage.getItem(key)
  tabStorage.removeItem(key)
  try {
    return text === null ? undefined : usablePath(JSON.parse(text), user, now)
  } catch {
    return undefined
  }
}

export function usablePath(saved: unknown, user: CurrentUser | null, now: number): string | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined
  const { pathAfterLogin: path, expiration } = saved as Partial<SavedPath> // checked in the next line
  if (typeof path !== 'string' || typeof expiration !== 'number' || expiration < now) return undefined
  const isForeign = !/^\/(?![/\\])/.test(path)
  const isClosed = path.startsWith('/admin') && user?.isAdmin !== true
  return isForeign || isClosed || excluded.test(path) ? undefined : path
}
