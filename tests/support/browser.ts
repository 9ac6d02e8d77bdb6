// A browser as far as sessions go: it signs in, keeps the cookie it was given, and says that our own page asks.
import type { Credentials, TestApp } from './app.ts'
import type { Send } from './builders/published.ts'

export interface Browser {
  /** The reply to the sign-in. */
  reply: Response
  /** `name=value`, as a browser sends it back. */
  cookie: string
  /** As our own page: with the cookie and the header that only our page can set. */
  send: Send
}

export interface SignInOptions {
  isRemembered?: boolean
  headers?: Record<string, string>
}

export async function signIn(
  app: TestApp,
  who: Credentials,
  { isRemembered = false, headers = {} }: SignInOptions = {},
): Promise<Browser> {
  const reply = await app.anonymous(`/ui/api/v1/ui/auth/login?_spring_security_remember_me=${isRemembered}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', ...headers },
    body: JSON.stringify({ user: who.name, password: who.password }),
  })
  const cookie = cookieOf(reply)
  return { reply, cookie, send: withCookie(app, cookie) }
}

/** What the reply sets, or an empty text. */
export const cookieOf = (reply: Response) => reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''

export const withCookie =
  (app: TestApp, cookie: string): Send =>
  (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    headers.set('x-requested-with', 'XMLHttpRequest')
    return app.anonymous(path, { ...init, headers })
  }

export function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
