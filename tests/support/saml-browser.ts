// A browser on its way through SAML: goes to the provider, sends the form on, and keeps its cookies where a browser
// would send them. None goes with the form, because that comes from another site.
import type { TestApp } from './app.ts'

export class CookieJar {
  readonly cookies = new Map<string, string>()

  take(reply: Response): void {
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(pair.indexOf('=') + 1))
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}

export class SsoBrowser {
  readonly jar = new CookieJar()
  readonly app: TestApp

  constructor(app: TestApp) {
    this.app = app
  }

  /** A link or redirect that is followed on our site. */
  async visit(path: string): Promise<Response> {
    const reply = await this.app.anonymous(path, { headers: { cookie: this.jar.header } })
    this.jar.take(reply)
    return reply
  }

  /** A call of our own page. */
  async call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', this.jar.header)
    headers.set('x-requested-with', 'XMLHttpRequest')
    const reply = await this.app.anonymous(path, { ...init, headers })
    this.jar.take(reply)
    return reply
  }

  /** A form that a page of another site sends: with its origin, without our cookies. */
  async submit(
    action: string,
    fields: Record<string, string>,
    from = 'https://idp.example',
  ): Promise<Response> {
    const reply = await fetch(action, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: from,
        'sec-fetch-site': 'cross-site',
      },
      body: new URLSearchParams(fields).toString(),
    })
    this.jar.take(reply)
    return reply
  }

  /** Who the application thinks is here. */
  async whoami(): Promise<string | undefined> {
    const reply = await this.call('/ui/api/v1/ui/auth/current')
    const { user } = (await reply.json()) as { user: { name: string } | null }
    return user?.name
  }

  /** What the sign-in page shows, when the reply leads there with an error. */
  async troubleOf(reply: Response): Promise<string> {
    const location = locationOf(reply)
    const id = /^\/ui\/login\?error=([\w-]+)$/.exec(location)?.[1]
    if (id === undefined) throw new Error(`${reply.status} leads to ${location}, not to an error`)
    const told = await this.call(`/ui/api/v1/ui/auth/ssoError/${id}`)
    return ((await told.json()) as { message: string }).message
  }
}

export const locationOf = (reply: Response) => reply.headers.get('location') ?? ''

/** The hidden fields of the form on a page, and where it goes. */
export function formOn(page: string): { action: string; fields: Record<string, string> } {
  const action = decode(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '')
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
  return {
    action,
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decode(value)])),
  }
}

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** The whole way; the reply is the last one, which leads into the application or to an error. */
export async function walkSaml(browser: SsoBrowser, provider: string, query = ''): Promise<Response> {
  const begun = await browser.visit(`/ui/api/v1/auth/saml/loginRequest/${provider}${query}`)
  const page =
    begun.status === 303 ? await (await fetch(locationOf(begun))).text() : await sendForm(await begun.text())
  const { action, fields } = formOn(page)
  const answered = await browser.submit(action, fields)
  const next = locationOf(answered)
  return next.includes('/finish/') ? browser.visit(next) : answered
}

async function sendForm(page: string): Promise<string> {
  const { action, fields } = formOn(page)
  const body = new URLSearchParams(fields).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return (await fetch(action, { method: 'POST', headers, body })).text()
}
