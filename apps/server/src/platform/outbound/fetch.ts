// Small answers of other servers, read whole: bounded in time and size.
import { AppError } from '../errors.ts'
import type { OutboundCall, OutboundOpen } from './open.ts'

interface OutboundRequest extends Omit<OutboundCall, 'signal'> {
  timeoutMs?: number
  /** Largest answer in bytes. */
  limit?: number
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

export const createOutboundFetch =
  (open: OutboundOpen): OutboundFetch =>
  async (url, request = {}) => {
    const { timeoutMs = 15_000, limit = 1024 * 1024, ...call } = request
    const answer = await open(url, { ...call, signal: AbortSignal.timeout(timeoutMs) })
    const bytes = await readBytes(answer.body, limit, answer.url)
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      text: bytes.toString('utf8'),
      url: answer.url.href,
    }
  }

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
