import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { HeaderSet } from './headers.ts'
import { matchesEntityTag } from './negotiate.ts'
import type { OriginOf } from './origin.ts'
import type { ServerOptions } from './serve.ts'
import { hijack } from './server.ts'
import type { WireReply } from './wire.ts'

interface OpenApiRoutes {
  server: FastifyInstance
  serverOptions: ServerOptions
  originOf: OriginOf
  pageHeaders: HeaderSet
}

/** `/openapi.json`, and the same to read at `/ui/api/`. */
export function mountOpenApi({ server, serverOptions, originOf, pageHeaders }: OpenApiRoutes): void {
  const mount = (url: string, answer: (raw: IncomingMessage) => Promise<WireReply>) =>
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => hijack(serverOptions, request, reply, 'static', answer),
    })
  const page = (raw: IncomingMessage, type: string, text: string) =>
    cachedReply(raw, { ...pageHeaders, 'content-type': type }, text)

  mount('/openapi.json', async (raw) =>
    cachedReply(raw, { 'content-type': 'application/json' }, await documentText()),
  )
  mount('/ui/api', async () => ({ status: 302, headers: { location: '/ui/api/' } }))
  mount('/ui/api/', async (raw) => page(raw, 'text/html; charset=utf-8', await pageText(originOf(raw))))
  mount('/ui/api/style.css', async (raw) => page(raw, 'text/css; charset=utf-8', await styleText()))
}

function cachedReply(raw: IncomingMessage, headers: Record<string, string>, body: string): WireReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const all = { ...headers, etag, 'cache-control': 'no-cache' }
  if (matchesEntityTag(raw.headers['if-none-match'], etag)) return { status: 304, headers: all }
  return { status: 200, headers: all, body: Buffer.from(body) }
}

// Made when first asked for: most installations run for weeks before anybody looks.
let text: Promise<string> | undefined

const documentText = (): Promise<string> =>
  (text ??= import('./openapi.ts').then(({ openApiDocument }) => JSON.stringify(openApiDocument())))

async function pageText(origin: string): Promise<string> {
  const { openApiPage } = await import('./openapi-page.ts')
  return openApiPage(JSON.parse(await documentText()), origin)
}

const styleText = async () => (await import('./openapi-style.ts')).openApiStyle
