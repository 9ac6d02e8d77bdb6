// A request and a reply as plain values, so that protocols need not know the HTTP framework.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStream } from '../blobs/file-stream.ts'

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
  /** The whole body if it announces at most so many bytes; undefined, and nothing is read, if not. */
  readSmallBody(most: number): Promise<Buffer | undefined>
  /** Scheme and host that links in answers start with; see origin.ts for whom we believe. */
  readonly origin: string
  /** The client's address, looking through trusted proxies. */
  readonly address: string
}

/** A WireRequest over Node's request. Members are worked out when they are asked for: most requests use few of them. */
export class IncomingCall implements WireRequest {
  readonly id: string
  readonly path: string
  private readonly raw: IncomingMessage
  private readonly originOf: (request: IncomingMessage) => string
  private readonly addressOf: (request: IncomingMessage) => string

  constructor(
    raw: IncomingMessage,
    id: string,
    originOf: (request: IncomingMessage) => string,
    addressOf: (request: IncomingMessage) => string,
  ) {
    const { url = '/' } = raw
    const question = url.indexOf('?')
    this.id = id
    this.path = question < 0 ? url : url.slice(0, question)
    this.raw = raw
    this.originOf = originOf
    this.addressOf = addressOf
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

  get address(): string {
    return this.addressOf(this.raw)
  }

  /** Left open when a reader stops early: closing it would cut the connection before the client read why. */
  get body(): AsyncIterable<Uint8Array> {
    return { [Symbol.asyncIterator]: () => this.raw.iterator({ destroyOnReturn: false }) }
  }

  async readSmallBody(most: number): Promise<Buffer | undefined> {
    return Number(this.raw.headers['content-length']) <= most ? collect(this.raw) : undefined
  }

  query(): URLSearchParams {
    return new URLSearchParams(this.raw.url?.slice(this.path.length + 1))
  }
}

/** Without the machinery of streams, which costs more than all else about a small body. */
const collect = (raw: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    raw.on('data', (chunk: Buffer) => chunks.push(chunk))
    raw.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    raw.on('error', reject)
  })

export interface WireReply {
  status: number
  /** A list for the one header that may come several times: set-cookie. */
  headers: Readonly<Record<string, string | number | readonly string[]>>
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
 * Writes the reply with `common` headers under its own, and `more`, which are names and values in turn; resolves when the
 * last byte was handed over or the client went away. All headers go to writeHead at once and as a flat list: any other
 * way costs node:http more than all the rest of a small reply.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  common: Readonly<Record<string, string>>,
  more: readonly string[],
): Promise<void> {
  const { body, status } = reply
  const mayHaveBody = status !== 204 && status !== 304
  const headers = [...listOf(reply.headers, common), ...more]
  if (body instanceof Readable) {
    response.writeHead(status, headers)
    if (mayHaveBody && request.method !== 'HEAD')
      return body instanceof FileStream ? body.sendTo(response) : pipeline(body, response)
    body.destroy()
    response.end()
    return
  }
  if (mayHaveBody && reply.headers['content-length'] === undefined)
    headers.push('content-length', String(body === undefined ? 0 : Buffer.byteLength(body)))
  response.writeHead(status, headers)
  if (!mayHaveBody || request.method === 'HEAD') response.end()
  else if (body instanceof Buffer && body.length <= mostAsText)
    response.end(body.toString('latin1'), 'latin1')
  else response.end(body)
}

/** Up to so many bytes a body is sent as text, byte by byte the same: node:http hands it on in one piece with its head. */
const mostAsText = 4096

interface KeptList {
  common: Readonly<Record<string, string>>
  list: readonly string[]
}

/** Headers that are frozen are kept by whoever made them, and sent again and again. */
function listOf(headers: WireReply['headers'], common: KeptList['common']): readonly string[] {
  const known = lists.get(headers)
  if (known?.common === common) return known.list
  const list = flatten(headers)
  for (const name in common) if (headers[name] === undefined) list.push(name, common[name] ?? '')
  if (Object.isFrozen(headers)) lists.set(headers, { common, list })
  return list
}

const lists = new WeakMap<WireReply['headers'], KeptList>()

function flatten(headers: WireReply['headers']): string[] {
  const list: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) for (const one of value) list.push(name, String(one))
    else list.push(name, String(value))
  }
  return list
}
