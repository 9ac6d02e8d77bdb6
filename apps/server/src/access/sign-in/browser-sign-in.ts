// The end of every way into the browser: a session of its own, in an HttpOnly cookie, with a new secret each time.
import type { IncomingMessage } from 'node:http'
import type { Access } from './access.ts'
import { readCookie } from './authenticate.ts'
import { closeSession, openSession, sessionCookie } from './sessions.ts'

/** What a way in needs of the call it answers. */
export interface BrowserCall {
  raw: IncomingMessage
  origin: string
  setHeader(name: string, value: string): void
}

export async function startSession(
  access: Access,
  call: BrowserCall,
  userId: string,
  isRemembered: boolean,
): Promise<void> {
  const before = readCookie(call.raw.headers.cookie, sessionCookie)
  if (before !== undefined) await closeSession(access, before)
  const session = await openSession(access, userId, isRemembered && access.settings.rememberMeDays > 0)
  call.setHeader('set-cookie', cookie(session.secret, session.maxAgeSeconds, call.origin))
}

export async function endSession(access: Access, call: BrowserCall): Promise<void> {
  const secret = readCookie(call.raw.headers.cookie, sessionCookie)
  if (secret !== undefined) await closeSession(access, secret)
  call.setHeader('set-cookie', cookie('', 0, call.origin))
}

function cookie(secret: string, maxAge: number | undefined, origin: string): string {
  const parts = [`${sessionCookie}=${secret}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`)
  if (origin.startsWith('https:')) parts.push('Secure')
  return parts.join('; ')
}
