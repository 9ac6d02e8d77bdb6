// Requests that the server makes over HTTP: every hop checked against the policy, few redirects, bounded in time and size.
import { Agent, fetch as undiciFetch } from 'undici'
import { AppError } from '../errors.ts'
import type { OutboundPolicy } from './policy.ts'

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  timeoutMs?: number
  /** Largest answer in bytes. */
  limit?: number
  /** `same-origin` by default: credentials and trust do not follow to another host. */
  redirects?: 'none' | 'same-origin' | 'any'
}

export interface OutboundReply {
  status: number
  headers: { get(name: string): string | null }
  text: string
  url: string
}

export type OutboundFetch = (url: string, request?: OutboundRequest) => Promise<OutboundReply>

const mostHops = 5

export function createOutboundFetch(policy: OutboundPolicy): OutboundFetch & { close(): Promise<void> } {
  const agent = new Agent({ connect: { lookup: policy.lookup, timeout: 10_000 }, keepAliveTimeout: 10_000 })
  const send: OutboundFetch = async (url, request = {}) => {
    const signal = AbortSignal.timeout(request.timeoutMs ?? 15_000)
    let current = checked(url, policy)
    for (let hop = 0; hop <= mostHops; hop++) {
      const reply = await undiciFetch(current, {
        dispatcher: agent,
        method: request.method ?? 'GET',
        headers: request.headers ?? {},
        body: request.body ?? null,
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw unreachable(current, error)
      })
      const location = reply.status >= 300 && reply.status < 400 ? reply.headers.get('location') : null
      if (location === null) {
        const text = await readText(reply.body, request.limit ?? 1024 * 1024, current)
        return { status: reply.status, headers: reply.headers, text, url: current.href }
      }
      await reply.body?.cancel()
      current = follow(current, location, request, policy)
    }
    throw new AppError('bad-gateway', `${current.host} redirects more than ${mostHops} times.`)
  }
  return Object.assign(send, { close: () => agent.close() })
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

function follow(from: URL, location: string, request: OutboundRequest, policy: OutboundPolicy): URL {
  const to = checked(URL.parse(location, from)?.href ?? location, policy)
  const rule = request.redirects ?? 'same-origin'
  if (rule === 'none' || (rule === 'same-origin' && to.origin !== from.origin))
    throw new AppError('bad-gateway', `${from.host} redirects to ${to.host}, which is not followed here.`)
  return to
}

async function readText(body: AsyncIterable<Uint8Array> | null, limit: number, url: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit)
      throw new AppError('bad-gateway', `The answer of ${url.host} is larger than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function unreachable(url: URL, error: unknown): AppError {
  const cause = error instanceof Error && error.cause instanceof AppError ? error.cause : undefined
  return cause ?? new AppError('bad-gateway', `${url.host} could not be reached.`, { cause: error })
}
