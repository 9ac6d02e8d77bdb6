// Everything on one origin: the web application, the management API, package protocols, plain files, health.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Actor } from './access/actor.ts'
import { authenticate, notSignedIn } from './access/authenticate.ts'
import { mayUse, type PlatformAction } from './access/permissions.ts'
import type { Config } from './config.ts'
import type { Feature, Services } from './features/feature.ts'
import { AppError, forbidden } from './platform/errors.ts'
import { mountApi } from './platform/http/api.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { listen } from './platform/http/listen.ts'
import { mountOpenApi } from './platform/http/openapi-routes.ts'
import { clientAddressReader, originReader } from './platform/http/origin.ts'
import { renderApiError } from './platform/http/replies.ts'
import { createServer, hijack, noteOf, type ServerOptions } from './platform/http/server.ts'
import { mountStaticFiles } from './platform/http/static-routes.ts'
import { openStaticFiles } from './platform/http/static.ts'
import { text, type WireReply, type WireRequest } from './platform/http/wire.ts'
import type { LogHub } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { processMetrics, requestMetrics } from './platform/metrics-standard.ts'
import { registryHandlers, type RegistryHandlers } from './registry/router.ts'

export interface ServeOptions {
  config: Config
  services: Services
  log: LogHub
  features: Feature[]
}

const webFolder = join(import.meta.dirname, '../../web/dist')

export async function serveApp(options: ServeOptions): Promise<{ urls: string[]; close(): Promise<void> }> {
  const { config, services, log } = options
  const metrics = createMetrics()
  const stopMetrics = processMetrics(metrics, services.version)
  const files = await openStaticFiles(webFolder)
  const headers = {
    plain: securityHeaders({ isHttps: false, scriptHashes: files.scriptHashes }),
    secure: securityHeaders({ isHttps: true, scriptHashes: files.scriptHashes }),
  }
  const serverOptions: ServerOptions = {
    log,
    metrics: requestMetrics(metrics, ['api', 'protocol', 'files', 'static', 'health', 'other']),
    headerTimeoutMs: config.requestHeaderTimeout,
    addressOf: clientAddressReader(config.trustedProxies),
    headersFor: (isSecure) => (isSecure ? headers.secure.data : headers.plain.data),
  }
  const server = createServer(serverOptions)
  const originOf = originReader(config)
  mountApi(
    {
      server,
      serverOptions,
      services,
      originOf,
      jsonLimit: config.maxJsonBody,
      identify: (request) => identify(services, request),
      nameOf: (actor) => actor.name,
      admit,
    },
    options.features.flatMap((feature) => feature.endpoints),
  )
  mountHealth(server, serverOptions, options, () => metrics.render())
  mountRegistry(server, serverOptions, services, registryHandlers(services.registry), originOf)
  mountOpenApi({ server, serverOptions, originOf, pageHeaders: headers.plain.page })
  mountStaticFiles({ server, serverOptions, files, pageHeaders: headers.plain.page })
  const listening = await listen(server, config, log.service('artifactory'))
  return {
    urls: listening.urls,
    close: async () => {
      await listening.close()
      stopMetrics()
    },
  }
}

type Server = ReturnType<typeof createServer>

async function identify(services: Services, request: IncomingMessage): Promise<Actor> {
  const { actor, byCookie } = await authenticate(services.access, request.headers)
  refuseForgedRequest(request, byCookie)
  return actor
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** CSRF: a write must come from our own pages when a browser sent it, and prove it when a cookie is all it has. */
function refuseForgedRequest(request: IncomingMessage, byCookie: boolean): void {
  if (safeMethods.has(request.method ?? '')) return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw forbidden('This call came from a page of another site. Use the application itself.')
  if (byCookie && request.headers['x-requested-with'] === undefined)
    throw forbidden('A call that relies on the browser session needs the header X-Requested-With.')
}

function admit(actor: Actor, action: PlatformAction): void {
  if (mayUse(actor, action)) return
  if (actor.userId === null) throw notSignedIn('Sign in first.')
  throw forbidden('Only an administrator may do this.')
}

function mountHealth(
  server: Server,
  serverOptions: ServerOptions,
  { services }: ServeOptions,
  renderMetrics: () => Promise<string>,
): void {
  const routes: Record<string, (actor: () => Promise<Actor>) => WireReply | Promise<WireReply>> = {
    '/artifactory/api/system/ping': () => text(200, 'OK'),
    '/access/api/v1/system/ping': () => text(200, 'OK'),
    '/artifactory/api/v1/system/liveness': () => text(200, '{"code":"OK"}'),
    '/artifactory/api/v1/system/readiness': async () => {
      await services.database.db.selectFrom('settings').select('name').limit(1).execute()
      return text(200, '{"code":"OK"}')
    },
    '/artifactory/api/v1/metrics': async (actor) => {
      admit(await actor(), 'administer')
      return { status: 200, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }, body: await renderMetrics() }
    },
  }
  for (const [url, answer] of Object.entries(routes))
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        hijack(serverOptions, request, reply, 'health', (raw) => answer(() => identify(services, raw))),
    })
}

const artifactory = '/artifactory/'
const api = '/artifactory/api/'

function mountRegistry(
  server: Server,
  serverOptions: ServerOptions,
  services: Services,
  handlers: RegistryHandlers,
  originOf: (request: IncomingMessage) => string,
): void {
  const serve = async (raw: IncomingMessage, id: string): Promise<WireReply> => {
    const request = toWireRequest(raw, id, originOf)
    const actor = await identify(services, raw)
    noteOf(raw).actor = actor.name
    if (!request.path.startsWith(api)) return handlers.plain(request.path.slice(artifactory.length), request, actor)
    const rest = request.path.slice(api.length)
    const slash = rest.indexOf('/')
    return handlers.protocol(rest.slice(0, slash), rest.slice(slash + 1), request, actor)
  }
  server.all('/artifactory/*', (request, reply) => {
    const format = handlers.formatOfPath(request.raw.url ?? '')
    hijack(
      serverOptions,
      request,
      reply,
      format ? 'protocol' : 'files',
      serve,
      format ? (error, id) => format.renderError(error, id) : renderApiError,
    )
  })
}

function toWireRequest(
  raw: IncomingMessage,
  id: string,
  originOf: (request: IncomingMessage) => string,
): WireRequest {
  const url = raw.url ?? '/'
  const question = url.indexOf('?')
  const path = question < 0 ? url : url.slice(0, question)
  if (!path.startsWith(artifactory)) throw new AppError('bad-request', 'The address is written in an odd way. Write it plainly.')
  return {
    id,
    method: raw.method ?? '',
    path,
    query: new URLSearchParams(question < 0 ? '' : url.slice(question + 1)),
    headers: raw.headers,
    body: raw,
    origin: originOf(raw),
  }
}
