// Mounts implemented contracts on the server: parses the input, asks whether the actor may, calls the handler, renders.
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Endpoint, Shape } from '@bindery/contracts'
import { AppError, badRequest } from '../errors.ts'
import { parseJson, readText } from './body.ts'
import { PlainReply, type BoundEndpoint, type OfferedEndpoint } from './implement.ts'
import type { OriginOf } from './origin.ts'
import { noteOf, type ServerOptions } from './serve.ts'
import { hijack } from './server.ts'
import { json, type WireReply } from './wire.ts'

type IdentifyHow = Pick<BoundEndpoint<never, never, never>, 'isOpenToOtherSites' | 'hasOwnCredentials'>

interface ApiOptions<Action, Actor, Services> {
  server: FastifyInstance
  serverOptions: ServerOptions
  services: Services
  originOf: OriginOf
  jsonLimit: number
  /** Who asks; throws when the credentials are wrong. */
  identify(request: IncomingMessage, how: IdentifyHow): Actor | Promise<Actor>
  nameOf(actor: Actor): string
  /** Throws when the actor may not. */
  admit(actor: Actor, action: Action, request: IncomingMessage): void
  /** Throws while nothing may be changed. */
  refuseWhenReadOnly(): Promise<void>
}

export function mountApi<Action, Actor, Services>(
  options: ApiOptions<Action, Actor, Services>,
  endpoints: OfferedEndpoint<Action, Actor, Services>[],
): void {
  for (const { endpoint, load } of endpoints) {
    const { method } = endpoint
    options.server.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: routeOf(endpoint),
      handler: (request, reply) =>
        hijack(options.serverOptions, request, reply, 'api', async (raw, id) => {
          const params = { ...asObject(request.params), ...restOf(endpoint, raw) }
          return answer(options, await load(), raw, id, params)
        }),
    })
  }
}

/** The framework's way to write an address with placeholders. */
export const routeOf = ({ path, shape }: Endpoint): string =>
  (shape.takesRest ? path.replace(/\{\w+\}$/, '*') : path).replaceAll(/\{(\w+)\}/g, ':$1')

/** Taken from the raw address: what the framework decodes cannot tell an encoded slash or semicolon from a plain one. */
function restOf({ path, shape }: Endpoint, { url = '' }: IncomingMessage): Record<string, string> {
  if (!shape.takesRest) return {}
  const start = path.lastIndexOf('{')
  return { [path.slice(start + 1, -1)]: url.slice(start).replace(/\?.*$/s, '') }
}

const asObject = (params: unknown) => (typeof params === 'object' ? params : {})

async function answer<Action, Actor, Services>(
  options: ApiOptions<Action, Actor, Services>,
  bound: BoundEndpoint<Action, Actor, Services>,
  raw: IncomingMessage,
  requestId: string,
  rawParams: unknown,
): Promise<WireReply> {
  const { shape } = bound.endpoint
  const actor = await options.identify(raw, bound)
  noteOf(raw).actor = options.nameOf(actor)
  options.admit(actor, bound.allow, raw)
  if (bound.endpoint.method !== 'GET' && !bound.worksReadOnly) await options.refuseWhenReadOnly()
  const headers: Record<string, string | string[]> = {}
  const output = await bound.handle(
    {
      // Each part is undefined exactly when the shape has no schema for it.
      ...(await readInput(shape, raw, rawParams, options.jsonLimit)),
      actor,
      requestId,
      origin: options.originOf(raw),
      isSecure: 'encrypted' in raw.socket,
      address: options.serverOptions.addressOf(raw),
      raw,
      setHeader: (name, value) => {
        headers[name] = name === 'set-cookie' ? [headers[name] ?? [], value].flat() : value
      },
    },
    options.services,
  )
  if (output instanceof PlainReply)
    return { ...output.reply, headers: { 'cache-control': 'no-store', ...output.reply.headers, ...headers } }
  if (shape.response === undefined) return { status: shape.status ?? 204, headers }
  return json(shape.status ?? 200, output, { 'cache-control': 'no-store', ...headers })
}

async function readInput(shape: Shape, raw: IncomingMessage, rawParams: unknown, limit: number) {
  const query = raw.url?.includes('?') ? raw.url.slice(raw.url.indexOf('?') + 1) : ''
  const input = {
    params: shape.params?.parse(rawParams),
    query: shape.query?.parse(Object.fromEntries(new URLSearchParams(query))),
    body: shape.body?.parse(await readJson(raw, limit)),
  } as { params: undefined; query: undefined; body: undefined }
  if (holdsUnstorable(input)) throw badRequest('A value holds a NUL or half a character. Leave it out.')
  return input
}

/** PostgreSQL and addresses cannot hold it and nobody types it; refused here so that both engines answer alike. */
function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUnstorable)
}

/** The body as JSON or as a form; clients of this API send either, and some send no content type at all. */
async function readJson(raw: IncomingMessage, limit: number): Promise<unknown> {
  const text = await readText(raw, limit)
  if (text.trim() === '') return {}
  if (!raw.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return parseJson(text)
  // What curl calls everything that it is not told another name for.
  if (/^\s*[[{]/.test(text))
    throw new AppError(
      'unsupported-type',
      'The body is JSON, but is sent as a form. Add the header Content-Type: application/json.',
    )
  return Object.fromEntries(new URLSearchParams(text))
}
