// A browser with a memory: it keeps every cookie it is given and sends it back, and says that our own page asks.
import type { Credentials, TestApp } from './app.ts'
import type { Send } from './builders/published.ts'

export interface Jar {
  readonly cookies: Map<string, string>
  send: Send
  signIn(who: Credentials, isRemembered?: boolean): Promise<Response>
  /** Another browser with the same cookies, as a thief has it. */
  copy(): Jar
}

/** `headers` go with every request, such as an X-Forwarded-For where a proxy is trusted. */
export function openBrowser(
  app: TestApp,
  headers: Record<string, string> = {},
  cookies = new Map<string, string>(),
): Jar {
  const send: Send = async (path, init = {}) => {
    const all = new Headers(init.headers)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    if (cookies.size > 0)
      all.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    all.set('x-requested-with', 'XMLHttpRequest')
    const reply = await app.anonymous(path, { ...init, headers: all })
    for (const cookie of reply.headers.getSetCookie()) keep(cookies, cookie)
    return reply
  }
  return {
    cookies,
    send,
    signIn: (who, isRemembered = false) =>
      send(`/ui/api/v1/ui/auth/login?_spring_security_remember_me=${isRemembered}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user: who.name, password: who.password, type: 'login' }),
      }),
    copy: () => openBrowser(app, headers, new Map(cookies)),
  }
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';')
  const equals = pair.indexOf('=')
  const name = pair.slice(0, equals)
  if (/max-age=0\b/i.test(header)) cookies.delete(name)
  else cookies.set(name, pair.slice(equals + 1))
}
