// A real OpenID Connect provider on loopback. Whoever comes is signed in as `person` without being asked.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CookieJar, locationOf, type SsoBrowser } from './saml-browser.ts'

export interface OidcPerson {
  sub: string
  claims: Record<string, unknown>
}

export interface OidcIdp {
  url: string
  clientId: string
  clientSecret: string
  person: OidcPerson
  /** Instead of the provider, for a path: to lie about something. */
  override: Record<string, ((request: IncomingMessage, response: ServerResponse) => void) | undefined>
  /** Every request that came, as `GET /path`. */
  seen: string[]
  close(): Promise<void>
}

interface Interaction {
  uid: string
  prompt: { name: string }
}

/** As much of the library as is used here; it has no types of its own. */
interface Provider {
  callback(): RequestListener
  Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
}
type ProviderClass = new (issuer: string, configuration: object) => Provider

const scope = 'openid profile email groups'

export async function startOidcIdp(callbackUrl: (url: string) => string[]): Promise<OidcIdp> {
  const server = createServer()
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp: OidcIdp = {
    url,
    clientId: 'bindery',
    clientSecret: 'the-secret-of-the-client',
    person: { sub: '1', claims: {} },
    override: {},
    seen: [],
    close: () => new Promise((done) => void server.close(() => done())),
  }
  const provider = await createProvider(idp, callbackUrl(url))
  const serve = provider.callback()
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    idp.seen.push(`${request.method} ${path}`)
    const lie = idp.override[path]
    if (lie) return lie(request, response)
    if (path.startsWith('/interaction/')) return void letIn(provider, idp, request, response)
    return serve(request, response)
  })
  return idp
}

async function createProvider(idp: OidcIdp, redirectUris: string[]): Promise<Provider> {
  // Not by its name, because it has no types that could be found.
  const name: string = 'oidc-provider'
  const { default: Class } = (await import(name)) as { default: ProviderClass }
  const provider: Provider = new Class(idp.url, {
    clients: [
      {
        client_id: idp.clientId,
        client_secret: idp.clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    scopes: scope.split(' '),
    claims: {
      profile: ['preferred_username', 'name', 'picture'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: Interaction) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...idp.person.claims }),
    }),
    loadExistingGrant: async (context: { oidc: { session: { accountId: string } } }) => {
      const grant = new provider.Grant({ accountId: context.oidc.session.accountId, clientId: idp.clientId })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  return provider
}

async function letIn(
  provider: Provider,
  idp: OidcIdp,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response)
  await provider.interactionFinished(request, response, { login: { accountId: idp.person.sub } })
}

/** From our redirect through the pages of the provider to the address that it sends the browser back to. */
export async function passProvider(begun: Response): Promise<string> {
  const jar = new CookieJar()
  let next = locationOf(begun)
  const { origin } = new URL(next)
  for (let hop = 0; hop < 10; hop++) {
    const reply = await fetch(next, { redirect: 'manual', headers: { cookie: jar.header } })
    jar.take(reply)
    const location = locationOf(reply)
    if (location === '') throw new Error(`The provider answered ${reply.status}: ${await reply.text()}`)
    next = new URL(location, next).href
    if (!next.startsWith(`${origin}/`)) return next
  }
  throw new Error('The provider redirects without end')
}

/** The whole way; the reply is the last one. */
export async function walkOAuth(browser: SsoBrowser, provider: string, query = ''): Promise<Response> {
  const begun = await browser.visit(`/ui/api/v1/auth/oauth2/loginRequest/${provider}${query}`)
  if (locationOf(begun).startsWith('/')) return begun
  const { pathname, search } = new URL(await passProvider(begun))
  return browser.visit(`${pathname}${search}`)
}
