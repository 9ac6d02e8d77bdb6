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
  /** A call, because most requests never look at it. */
  query(): URLSearchParams
  headers: IncomingHttpHeaders
  body: AsyncIterable<Uint8Array>
  /** Scheme and host that links in answers start with; see origin.ts for whom we believe. */
  origin: string
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
 * went away. All headers go to writeHead at once: mixing in setHeader takes the slow way through node:http.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  common: Record<string, string | number>,
): Promise<void> {
  const { body, status } = reply
  const headers: Record<string, string | number> = { ...common, ...reply.headers }
  const mayHaveBody = status !== 204 && status !== 304
  if (body === undefined || body instanceof Uint8Array || typeof body === 'string') {
    if (mayHaveBody && headers['content-length'] === undefined)
      headers['content-length'] = body === undefined ? 0 : Buffer.byteLength(body)
    response.writeHead(status, headers)
    response.end(mayHaveBody && request.method !== 'HEAD' ? body : undefined)
    return
  }
  response.writeHead(status, headers)
  if (mayHaveBody && request.method !== 'HEAD') return pipeline(body, response)
  body.destroy()
  response.end()
}
