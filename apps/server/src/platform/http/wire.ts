// A request and a reply as plain values, so that protocols need not know the HTTP framework.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface WireRequest {
  /** Names this request in the log and in every refusal. */
  id: string
  method: string
  /** The raw path, still percent-encoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  /** Scheme and host that links in answers start with; see origin.ts for whom we believe. */
  origin: string
}

export interface WireReply {
  status: number
  headers: Record<string, string | number>
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

/** Writes the reply; resolves when the last byte was handed over or the client went away. */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
): Promise<void> {
  const { body, headers } = reply
  const hasBody = request.method !== 'HEAD' && reply.status !== 204 && reply.status !== 304
  if (body === undefined || body instanceof Uint8Array || typeof body === 'string') {
    const bytes = body === undefined ? 0 : Buffer.byteLength(body)
    if (headers['content-length'] === undefined && reply.status !== 304 && reply.status !== 204)
      headers['content-length'] = bytes
    response.writeHead(reply.status, headers)
    response.end(hasBody ? body : undefined)
    return
  }
  response.writeHead(reply.status, headers)
  if (!hasBody) {
    body.destroy()
    response.end()
    return
  }
  await pipeline(body, response)
}
