// A command line that waits for this browser: its session, its name, and whether it shows a code. Kept in local storage
// because signing in may lead through other servers; removed after the answer, ignored after five minutes.
import type { RawSearch } from '../../lib/search-params.ts'
import { textParam } from '../../lib/search-params.ts'
import { browserStorage, type SafeStorage } from '../../lib/storage.ts'

interface ClientSession {
  session: string
  name: string
  asksForCode: boolean
}

const keys = { session: 'jfClientSession', name: 'jfClientName', code: 'jfClientCode' } as const
const expirationKey = 'jfClientExpiration'
const lifetime = 5 * 60_000

/** Takes over what the command line put into the address; false when there is nothing. */
export function noteClientSession(
  search: RawSearch,
  storage: SafeStorage = browserStorage,
  now = Date.now(),
): boolean {
  const session = textParam(search[keys.session])
  if (session === undefined) return false
  storage.setItem(keys.session, session)
  storage.setItem(keys.name, textParam(search[keys.name]) ?? '')
  storage.setItem(keys.code, textParam(search[keys.code]) ?? '')
  storage.setItem(expirationKey, String(now + lifetime))
  // Without storage there is no way to carry it through the sign-in.
  return storage.getItem(keys.session) === session
}

export function findClientSession(
  storage: SafeStorage = browserStorage,
  now = Date.now(),
): ClientSession | undefined {
  const session = storage.getItem(keys.session)
  if (session === null || session === '') return undefined
  if (Number(storage.getItem(expirationKey)) < now) {
    forgetClientSession(storage)
    return undefined
  }
  const code = storage.getItem(keys.code) ?? ''
  return {
    session,
    name: storage.getItem(keys.name) ?? '',
    asksForCode: !['', '0', 'false'].includes(code.toLowerCase()),
  }
}

export function forgetClientSession(storage: SafeStorage = browserStorage) {
  for (const key of [...Object.values(keys), expirationKey]) storage.removeItem(key)
}

/** The terminal shows the last four characters of the session. */
export const codeOf = ({ session }: ClientSession) => session.slice(-4)
