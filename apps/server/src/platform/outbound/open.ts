// A request to another server whose answer is read as it comes: every hop is checked against the policy, redirects are
// few, credentials stay with the server they are for. Whoever asks bounds time and size.
import { AppError } from '../errors.ts'
import type { CookieJar } from './cookies.ts'
import type { OutboundPolicy } from './policy.ts'
import { basicOf, mayRedirectTo, type Proxy } from './proxy.ts'
import { proxyFailure } from './proxy-failure.ts'
import type { ClientIdentity, Route, Routes, WantedProxy } from './routes.ts'

export interface OutboundCall {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  /** A stream goes once: with it, no redirect is followed. */
  body?: string | AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** `same-origin` by default: credentials and trust do not follow to another host. */
  redirects?: 'none' | 'same-origin' | 'any'
  /** Shows the credentials to whatever host a redirect leads to, for those who ask for just that. */
  takesCredentialsAlong?: boolean
  proxy?: WantedProxy
  /** The address of this machine to go out from; not on the way through a proxy. */
  localAddress?: string
  /** Shown to a server that asks for a certificate; like credentials it stays with the server it is for. */
  identity?: ClientIdentity
  /** PEM: who may sign the certificate of the server that the address names, besides those whom this machine trusts. */
  authority?: string
  /** Sent to, and taken from, every host on the way. */
  cookies?: CookieJar
}

export interface OutboundAnswer {
  status: number
  headers: { get(name: string): string | null }
  /** Must be read to its end or cancelled. */
  body: OutboundBody | null
  url: URL
}

interface OutboundBody extends AsyncIterable<Uint8Array> {
  cancel(): Promise<void>
}

export type OutboundOpen = (url: string, call: OutboundCall) => Promise<OutboundAnswer>

const mostHops = 5

export function createOutboundOpen(policy: OutboundPolicy, routes: Routes): OutboundOpen {
  return async (url, call) => {
    let current = checked(url, policy)
    let headers = call.headers ?? {}
    for (let hop = 0; hop <= mostHops; hop++) {
      const { localAddress, identity, authority } = call
      const own = isFor(current, url, call) ? { identity, authority } : {}
      const route = await routes.choose(current, call.proxy, { localAddress, ...own })
      const cookie = call.cookies?.headerFor(current)
      const reply = await send(current, route, {
        ...call,
        headers: cookie === undefined ? headers : { ...headers, cookie },
      })
      call.cookies?.take(current, reply.headers.getSetCookie())
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
      if (location === null || isStream(call.body))
        return { status: reply.status, headers: reply.headers, body: reply.body, url: current }
      await reply.body?.cancel()
      const next = follow(current, location, { ...call, via: route.proxy }, policy)
      if (call.takesCredentialsAlong !== true) headers = headersFor(headers, current, next, route.proxy)
      current = next
    }
    throw new AppError('bad-gateway', `${current.host} redirects more than ${mostHops} times.`)
  }
}

const isFor = (current: URL, first: string, { takesCredentialsAlong }: OutboundCall) =>
  takesCredentialsAlong === true || current.origin === new URL(first).origin

async function send(url: URL, { dispatcher, proxy }: Route, call: OutboundCall) {
  const undici = await import('undici')
  const sent = undici.fetch(url, {
    dispatcher,
    method: call.method ?? 'GET',
    headers: call.headers ?? {},
    ...(isStream(call.body) ? { body: call.body, duplex: 'half' as const } : { body: call.body ?? null }),
    redirect: 'manual',
    signal: call.signal,
  })
  return sent.catch((error: unknown) => {
    throw unreachable(url, proxy, error)
  })
}

const isStream = (body: OutboundCall['body']) => typeof body === 'object'

function checked(address: string, policy: OutboundPolicy): URL {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new AppError(
      'bad-request',
      `${JSON.stringify(address.slice(0, 200))} is not an http or https address.`,
    )
  policy.check(url.hostname)
  return url
}

interface Following extends OutboundCall {
  via: Proxy | undefined
}

function follow(from: URL, location: string, call: Following, policy: OutboundPolicy): URL {
  const to = checked(URL.parse(location, from)?.href ?? location, policy)
  const rule = call.redirects ?? 'same-origin'
  const isNear = to.origin === from.origin || (call.via && mayRedirectTo(call.via, to.hostname))
  if (rule === 'none' || (rule === 'same-origin' && isNear !== true))
    throw new AppError('bad-gateway', `${from.host} redirects to ${to.host}, which is not followed here.`)
  return to
}

/** Credentials stay behind at another host; one that the proxy sends requests on to is shown those of the proxy. */
function headersFor(headers: Record<string, string>, from: URL, to: URL, via: Proxy | undefined) {
  if (to.origin === from.origin) return headers
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !isCredential(name)))
  const basic = via && mayRedirectTo(via, to.hostname) ? basicOf(via) : undefined
  return basic === undefined ? plain : { ...plain, authorization: basic }
}

const isCredential = (name: string) => ['authorization', 'cookie'].includes(name.toLowerCase())

function unreachable(url: URL, proxy: Proxy | undefined, error: unknown): AppError {
  if (error instanceof AppError) return error
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : undefined
  if (cause !== undefined) return cause
  if (proxy !== undefined) return proxyFailure(proxy, url, error)
  return new AppError('bad-gateway', `${url.host} could not be reached.`, { cause: error })
}
