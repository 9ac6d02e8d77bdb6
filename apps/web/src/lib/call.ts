// The one way from the browser to the management API: an endpoint of the contract in, its answer out.
// Answers are trusted (they come from the same release of the server); refusals become a CallError.
import type { CallInput, Endpoint, ErrorReply, Output, Shape } from '@bindery/contracts'
import { isFromServer, noteAnswer, noteLoss } from './connection.ts'
import { message } from './messages.ts'
import { readerName } from './reader.ts'

export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** The dotted path of the value that is wrong, when the server names one. */
  readonly field: string | undefined
  /** The server's own words, all of them; none when it could not be reached or something else answered. */
  readonly said: readonly string[]

  constructor(
    status: number,
    code: string,
    message: string,
    requestId?: string,
    field?: string,
    said: readonly string[] = [],
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.field = field
    this.said = said
  }
}

export async function call<S extends Shape>(
  endpoint: Endpoint<S>,
  input: CallInput<S>,
  signal?: AbortSignal,
  headers: Record<string, string> = {},
): Promise<Output<S>> {
  const { params, query, body } = input as LooseInput // the mapped type says exactly which of them exist
  const response = await send(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    // The header cannot be set by a foreign page without the server's consent, so it proves the origin.
    headers: {
      ...ownHeaders(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  return answerOf(response)
}

/** For calls of command lines whose paths are part of the address: `/artifactory/…`. The answer is what the caller says. */
export async function callAddress<T>(method: string, address: string, body?: unknown): Promise<T> {
  return answerOf(
    await send(address, {
      method,
      headers: {
        ...ownHeaders(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  ) as Promise<T> // as the caller knows the call
}

/** What proves that a call comes from this page, and for whom it was made. */
export const ownHeaders = (): Record<string, string> => ({ 'X-Requested-With': 'bindery', ...readerHeader() })

/** For endpoints whose body is a file as it is. */
export async function sendFile<S extends Shape>(endpoint: Endpoint<S>, file: Blob): Promise<Output<S>> {
  const headers = { 'X-Requested-With': 'bindery', 'Content-Type': 'application/octet-stream' }
  return answerOf(
    await send(endpoint.path, { method: endpoint.method, headers, credentials: 'same-origin', body: file }),
  )
}

async function answerOf<S extends Shape>(response: Response): Promise<Output<S>> {
  if (!response.ok) throw await errorOf(response)
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Output<S> // the contract describes what was sent
}

/** `/a/{id}` with its placeholders filled and the query behind it; empty values are left out. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

export const isUnreachable = (error: unknown) => error instanceof CallError && error.status === 0

type Values = Record<string, unknown>

interface LooseInput {
  params?: Values
  query?: Values
  body?: unknown
}

/** The server does not act for anybody else: another tab may have signed in as somebody else since. */
function readerHeader(): Record<string, string> {
  const name = readerName()
  return name === undefined ? {} : { 'X-Bindery-Reader': encodeURIComponent(name) }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    if (isFromServer(response.status)) noteAnswer()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    noteLoss()
    throw new CallError(0, 'unreachable', message('shared.unreachable'))
  }
}

async function errorOf(response: Response): Promise<CallError> {
  const requestId = response.headers.get('x-request-id') ?? undefined
  try {
    const reply = (await response.json()) as ErrorReply // the shape of every refusal of the server
    const first = reply.errors[0]
    const said = reply.errors.map((error) => error.message).filter((text) => text !== '')
    return new CallError(
      response.status,
      reply.code ?? first?.code ?? 'internal',
      first?.message ?? reply.error,
      reply.requestId,
      first?.field,
      said.length === 0 ? [reply.error] : said,
    )
  } catch {
    // A proxy in front of the server answered in its own words.
    if (!isFromServer(response.status)) noteLoss()
    return new CallError(
      response.status,
      'internal',
      message('shared.strangeAnswer', { status: String(response.status) }),
      requestId,
    )
  }
}
