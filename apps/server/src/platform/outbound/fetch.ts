// Requests that the server makes over HTTP: every hop checked against the policy, few redirects, bounded in time and size.
import { AppError } from '../errors.ts'
import type { OutboundPolicy } from './policy.ts'
import { basicOf, mayRedirectTo, type Proxy } from './proxy.ts'
import { proxyFailure } from './proxy-failure.ts'
import type { Route, Routes, WantedProxy } from './routes.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
  /** Largest answer in bytes. */
  limit?: number
  /** `same-origin` by default: credentials and trust do not follow to another host. */
  redirects?: 'none' | 'same-origin' | 'any'
  proxy?: WantedProxy
}

export interface OutboundReply {
  status: number
  headers: { get(name: string): string | null }
  bytes: Buffer
  /** The same, read as UTF-8. */
  text: string
  url: string
}

export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<OutboundReply>

const mostHops = 5

export function createOutboundFetch(policy: OutboundPolicy, routes: Routes): OutboundFetch {
  return async (url, request = {}) => {
    const signal = AbortSignal.timeout(request.timeoutMs ?? 15_000)
    let current = checked(url, policy)
    let headers = request.headers ?? {}
    for (let hop = 0; hop <= mostHops; hop++) {
      const route = await routes.choose(current, request.proxy)
      const reply = await send(current, route, { ...request, headers }, signal)
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
      if (location === null) {
        const bytes = await readBytes(reply.body, request.limit ?? 1024 * 1024, current)
        return {
          status: reply.status,
          headers: reply.headers,
          bytes,
          text: bytes.toString('utf8'),
          url: current.href,
        }
      }
      await reply.body?.cancel()
      const next = follow(current, location, { ...request, via: route.proxy }, policy)
      headers = headersFor(headers, current, next, route.proxy)
      current = next
    }
    throw new AppError('bad-gateway', `${current.host} redirects more than ${mostHops} times.`)
  }
}

async function send(url: URL, { dispatcher, proxy }: Route, request: OutboundRequest, signal: AbortSignal) {
  const undici = await import('undici')
  const sent = undici.fetch(url, {
    dispatcher,
    method: request.method ?? 'GET',
    headers: request.headers ?? {},
    body: request.body ?? null,
    redirect: 'manual',
    signal,
  })
  return sent.catch((error: unknown) => {
    throw unreachable(url, proxy, error)
  })
}

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

interface Following extends OutboundRequest {
  via: Proxy | undefined
}

function follow(from: URL, location: string, request: Following, policy: OutboundPolicy): URL {
  const to = checked(URL.parse(location, from)?.href ?? location, policy)
  const rule = request.redirects ?? 'same-origin'
  const isNear = to.origin === from.origin || (request.via && mayRedirectTo(request.via, to.hostname))
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

async function readBytes(body: AsyncIterable<Uint8Array> | null, limit: number, url: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit)
      throw new AppError('bad-gateway', `The answer of ${url.host} is larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function unreachable(url: URL, proxy: Proxy | undefined, error: unknown): AppError {
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : undefined
  if (cause !== undefined) return cause
  if (proxy !== undefined) return proxyFailure(proxy, url, error)
  return new AppError('bad-gateway', `${url.host} could not be reached.`, { cause: error })
}
