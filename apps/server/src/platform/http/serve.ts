// One request from its handler to its reply and its line in the log; and one way from a thrown error to a reply.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { AppError } from '../errors.ts'
import { newRequestId } from '../ids.ts'
import type { LogHub } from '../log.ts'
import type { RequestMetrics } from '../metrics-standard.ts'
import { asAppError } from './replies.ts'
import { sendReply, type WireReply } from './wire.ts'

export interface ServerOptions {
  log: LogHub
  metrics: RequestMetrics
  headerTimeoutMs: number
  /** The address of a client, looking through trusted proxies. */
  addressOf(request: IncomingMessage): string
  /** Told how many bytes of packages and files a client fetched. */
  sent(bytes: number): void
  /** Headers that every reply carries. */
  headersFor(isSecure: boolean): Readonly<Record<string, string>>
  /** Takes a request before the framework sees it; undefined leaves it to the framework. */
  direct?(request: IncomingMessage): Handling | undefined
}

/** How a request is answered with plain values. */
export interface Handling {
  routeClass: string
  handle(raw: IncomingMessage, id: string): WireReply | Promise<WireReply>
  renderError(error: AppError, requestId: string): WireReply
  /** Told how a request ended, before its reply is sent; `why` is the sentence of a refusal. */
  ended?(raw: IncomingMessage, status: number, why: string): void
}

/** What is remembered of a request until its line in the log is written. */
interface RequestNote {
  id: string
  startedAt: number
  routeClass: string
  actor: string
  /** Of the body, when its length was known beforehand. */
  bytes: number
}

const noteKey = Symbol('note')

interface NotedRequest extends IncomingMessage {
  [noteKey]?: RequestNote
}

export function noteOf(request: NotedRequest): RequestNote {
  const note = request[noteKey]
  if (!note) throw new Error('the request was never announced')
  return note
}

export async function serve(
  options: ServerOptions,
  request: NotedRequest,
  response: ServerResponse,
  handling: Handling,
): Promise<void> {
  const note: RequestNote = {
    id: newRequestId(),
    startedAt: performance.now(),
    routeClass: handling.routeClass,
    actor: '-',
    bytes: 0,
  }
  request[noteKey] = note
  response.on('close', () => finish(options, request, response, note))
  let reply: WireReply
  try {
    reply = await handling.handle(request, note.id)
    handling.ended?.(request, reply.status, '')
  } catch (error) {
    // Nobody is left to answer.
    if (request.errored && !request.complete) return
    const refusal = asAppError(error, note.id, options.log.service('artifactory'))
    handling.ended?.(request, refusal.status, refusal === error ? refusal.message : '')
    reply = handling.renderError(refusal, note.id)
    if (request.headers['x-requested-with'] !== undefined) reply = withoutChallenge(reply)
  }
  // The client went away meanwhile; what was opened for it must be closed.
  if (response.destroyed) return closeBody(reply)
  note.bytes = lengthOf(reply)
  // Lasts as long as somebody listens, which says nothing about how quickly calls are answered.
  if (reply.headers['content-type'] === 'text/event-stream') note.routeClass = 'stream'
  try {
    await deliver(options, request, response, reply, note.id)
  } catch (error) {
    // The head is out already: all that is left is to break the connection, so that the client sees a cut-off body.
    if (!isGone(error))
      options.log.service('artifactory').error('A reply broke off', { requestId: note.id, error })
    closeBody(reply)
    response.destroy()
  }
}

function closeBody({ body }: WireReply): void {
  if (body instanceof Readable) body.destroy()
}

/** To a script in a page: a browser would answer the challenge with a dialog of its own and keep the script waiting. */
function withoutChallenge(reply: WireReply): WireReply {
  const { 'www-authenticate': _, ...headers } = reply.headers
  return { ...reply, headers }
}

function deliver(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  reply: WireReply,
  id: string,
): Promise<void> {
  const common = options.headersFor('encrypted' in request.socket)
  const more = reply.headers['x-request-id'] === undefined ? ['x-request-id', id] : []
  if (!request.complete && hasBody(request)) {
    more.push('connection', 'close')
    hangUpAfter(request, response)
  }
  return sendReply(request, response, reply, common, more)
}

const hasBody = (request: IncomingMessage) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/**
 * The client is still sending a body that nobody wants. Closing at once could take the reply away from it, reading on
 * could last for ever: so read a little longer, then let it wait, then close.
 */
function hangUpAfter(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // Node would close right behind the reply, and whoever is still sending would get an error in its place.
  socket.destroySoon = () => socket.end()
  response.once('finish', () => {
    let patience = 4 << 20
    const timer = setTimeout(() => socket.destroy(), 2_000)
    timer.unref()
    request.on('data', (chunk: Buffer) => {
      patience -= chunk.length
      // Unread bytes hold the client up; closing now would throw away the reply that it has not read yet.
      if (patience < 0) request.pause()
    })
    socket.once('close', () => clearTimeout(timer))
    request.resume()
  })
}

function finish(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  note: RequestNote,
): void {
  const milliseconds = performance.now() - note.startedAt
  const isCut = !response.writableFinished
  const status = isCut ? 499 : response.statusCode
  if (!isCut && request.method === 'GET' && isPackageTraffic(note.routeClass)) options.sent(note.bytes)
  options.metrics(note.routeClass, request.method ?? '', status, milliseconds / 1000)
  options.log.request({
    at: Date.now(),
    id: note.id,
    method: request.method ?? '',
    target: request.url ?? '',
    status,
    milliseconds,
    bytes: note.bytes,
    actor: note.actor,
    address: options.addressOf(request),
  })
}

const isPackageTraffic = (routeClass: string) => routeClass === 'files' || routeClass === 'protocol'

const lengthOf = ({ headers, body }: WireReply): number =>
  Number(
    headers['content-length'] ??
      (typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : 0),
  )

function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code === 'ERR_STREAM_DESTROYED'
  )
}
