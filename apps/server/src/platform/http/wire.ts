// A request and a reply as plain values, so that protocols need not know the HTTP framework.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface WireRequest {
  /** Names this request in the log and in every refusal. */
  readonly id: string
  readonly method: string
  /** The raw path, still percent-encoded, without the query. */
  readonly path: string
  /** A call, because most requests never look at it. */
  query(): URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Uint8Array>
  /** Scheme and host that links in answers start with; see origin.ts for whom we believe. */
  readonly origin: string
}

/** A WireRequest over Node's request. Members are worked out when they are asked for: most requests use few of them. */
export class IncomingCall implements WireRequest {
  readonly id: string
  readonly path: string
  private readonly raw: IncomingMessage
  private readonly originOf: (request: IncomingMessage) => string

  constructor(raw: IncomingMessage, id: string, originOf: (request: IncomingMessage) => string) {
    const { url = '/' } = raw
    const question = url.indexOf('?')
    this.id = id
    this.path = question < 0 ? url : url.slice(0, question)
    this.raw = raw
    this.originOf = originOf
  }

  get method(): string {
    return this.raw.method ?? ''
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers
  }

  get origin(): string {
    return this.originOf(this.raw)
  }

  /** Left open when a reader stops early: closing it would cut the connection before the client read why. */
  get body(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.raw.iterator({ destroyOnReturn: false }) }
  }

  query(): URLSearchParams {
    return new URLSearchParams(this.raw.url?.slice(this.path.length + 1))
  }
}

export interface WireReply {
  status: number
  headers: Readonly<Record<string, string | number>>
  body?: Uint8Array | string | Readable | undefined
}

export const json = (status: number, value: unknown, headers: WireReply['headers'] = {}): WireReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

export const text = (status: number, body: string): WireReply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
})

/**
 * Writes the reply with `common` headers under its own; resolves when the last byte was handed over or the client
 * went away. All headers go to writeHead at once and as a flat list: any other way costs node:http more than all the
 * rest of a small reply.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  common: Readonly<Record<string, string>>,
): Promise<void> {
  const { body, status } = reply
  const mayHaveBody = status !== 204 && status !== 304
  const headers = listHeaders(reply.headers, common)
  if (body instanceof Readable) {
    response.writeHead(status, headers)
    if (mayHaveBody && request.method !== 'HEAD') return pipeline(body, response)
    body.destroy()
    response.end()
    return
  }
  if (mayHaveBody && reply.headers['content-length'] === undefined)
    headers.push('content-length', String(body === undefined ? 0 : Buffer.byteLength(body)))
  response.writeHead(status, headers)
  response.end(mayHaveBody && request.method !== 'HEAD' ? body : undefined)
}

function listHeaders(own: WireReply['headers'], common: Readonly<Record<string, string>>): string[] {
  const list: string[] = []
  for (const name in own) list.push(name, String(own[name]))
  for (const name in common) if (own[name] === undefined) list.push(name, common[name] ?? '')
  return list
}
