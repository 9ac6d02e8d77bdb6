// Everything on one origin: the web application, the management API, package protocols, plain files, health.
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { nobody, type Actor } from './access/actor.ts'
import { authenticate, authenticateNow, notSignedIn } from './access/authenticate.ts'
import { mayUse, type PlatformAction } from './access/rules/permissions.ts'
import type { Config } from './config.ts'
import type { Feature, Services } from './features/feature.ts'
import { AppError, forbidden } from './platform/errors.ts'
import { mountApi } from './platform/http/api.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { listen } from './platform/http/listen.ts'
import { mountOpenApi } from './platform/http/openapi-routes.ts'
import { clientAddressReader, originReader } from './platform/http/origin.ts'
import { renderApiError } from './platform/http/replies.ts'
import { noteOf, type Handling, type ServerOptions } from './platform/http/serve.ts'
import { createServer, hijack } from './platform/http/server.ts'
import { mountStaticFiles } from './platform/http/static-routes.ts'
import { openStaticFiles } from './platform/http/static.ts'
import { IncomingCall, json, text, type WireReply } from './platform/http/wire.ts'
import { refuseWhenReadOnly } from './platform/installation/read-only.ts'
import type { LogHub } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { processMetrics, requestMetrics } from './platform/metrics-standard.ts'
import { rememberIn } from './seen-requests.ts'
import { registryHandlers, type RegistryHandlers } from './registry/router.ts'

interface ServeOptions {
  config: Config
  services: Services
  log: LogHub
  features: Feature[]
}

const webFolder = join(import.meta.dirname, '../../web/dist')

interface Served {
  urls: string[]
  /** Everything that is mounted beside package traffic, as `GET HEAD /path`, for tests that walk it. */
  routes: string[]
  close(): Promise<void>
}

export async function serveApp(options: ServeOptions): Promise<Served> {
  const { config, services, log } = options
  const metrics = createMetrics()
  const stopMetrics = processMetrics(metrics, services.version)
  const files = await openStaticFiles(webFolder)
  const headers = {
    plain: securityHeaders({ isHttps: false, scriptHashes: files.scriptHashes }),
    secure: securityHeaders({ isHttps: true, scriptHashes: files.scriptHashes }),
  }
  const originOf = originReader(() => services.baseUrl, config.trustedProxies)
  const addressOf = clientAddressReader(config.trustedProxies)
  const identifying: Identifying = { services, addressOf }
  const serverOptions: ServerOptions = {
    log,
    metrics: requestMetrics(metrics, ['api', 'protocol', 'files', 'static', 'health', 'stream', 'other']),
    headerTimeoutMs: config.requestHeaderTimeout,
    addressOf,
    sent: (bytes) => services.installation.transfers.add(bytes),
    headersFor: (isSecure) => (isSecure ? headers.secure.data : headers.plain.data),
    direct: registryTraffic(identifying, registryHandlers(services.registry), originOf),
  }
  const server = createServer(serverOptions)
  const routes: string[] = []
  server.addHook('onRoute', ({ method, url }) => void routes.push(`${[method].flat().join(' ')} ${url}`))
  mountApi(
    {
      server,
      serverOptions,
      services,
      originOf,
      jsonLimit: config.maxJsonBody,
      identify: (request, { hasOwnCredentials, isOpenToOtherSites }) =>
        hasOwnCredentials ? nobody : identify(identifying, request, isOpenToOtherSites),
      nameOf: (actor) => actor.name,
      admit,
      refuseWhenReadOnly: () => refuseWhenReadOnly(services.access.live),
    },
    options.features.flatMap((feature) => feature.endpoints),
  )
  mountHealth(server, serverOptions, identifying, () => metrics.render())
  mountOpenApi({ server, serverOptions, originOf, pageHeaders: headers.plain.page })
  mountStaticFiles({ server, serverOptions, files, pageHeaders: headers.plain.page })
  const listening = await listen(server, serverOptions, config)
  return {
    urls: listening.urls,
    routes,
    close: async () => {
      await listening.close()
      stopMetrics()
    },
  }
}

type Server = ReturnType<typeof createServer>

interface Identifying {
  services: Services
  addressOf(request: IncomingMessage): string
}

/** A promise only when something must be read first. */
function identify(
  { services, addressOf }: Identifying,
  request: IncomingMessage,
  isOpenToOtherSites = false,
): Actor | Promise<Actor> {
  const known = authenticateNow(services.access, request, addressOf)
  if (known === undefined) return identifyByReading({ services, addressOf }, request, isOpenToOtherSites)
  if (!isOpenToOtherSites) refuseForgedRequest(request, false)
  return known
}

async function identifyByReading(
  { services, addressOf }: Identifying,
  request: IncomingMessage,
  isOpenToOtherSites: boolean,
): Promise<Actor> {
  const { actor, byCookie } = await authenticate(services.access, request, addressOf)
  if (!isOpenToOtherSites) refuseForgedRequest(request, byCookie)
  return actor
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** CSRF: a write must come from our own pages when a browser sent it, and prove it when a cookie is all it has. */
function refuseForgedRequest(request: IncomingMessage, byCookie: boolean): void {
  if (safeMethods.has(request.method ?? '')) return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site')
    throw forbidden('This call came from a page of another site. Use the application itself.')
  // No page of another site can set this header without our leave.
  if (request.headers['x-requested-with'] !== undefined) return
  if (byCookie)
    throw forbidden('A call that relies on the browser session needs the header X-Requested-With.')
  if (isFromAnotherSite(request))
    throw forbidden('This call came from a page of another site. Use the application itself.')
}

/** Over plain HTTP no browser sends Sec-Fetch-Site, but each names the page's origin. Programs name none. */
const isFromAnotherSite = ({ headers: { origin, host } }: IncomingMessage) =>
  origin !== undefined && URL.parse(origin)?.host !== host

function admit(actor: Actor, action: PlatformAction, request?: IncomingMessage): void {
  if (request && action !== 'public') refuseOtherReader(actor, request)
  if (mayUse(actor, action)) return
  if (actor.userId === null) throw notSignedIn('Sign in first.')
  throw forbidden('Only an administrator may do this.')
}

/**
 * Pages name the person they were made for. When another tab signed in as somebody else since, the cookie is theirs, and
 * what the first person is about to do must not happen in the name of the second.
 */
function refuseOtherReader(actor: Actor, { method, headers }: IncomingMessage): void {
  const named = headers['x-bindery-reader']
  if (typeof named !== 'string' || actor.userId === null || safeMethods.has(method ?? '')) return
  if (named === encodeURIComponent(actor.name)) return
  throw new AppError(
    'reader-changed',
    'Another tab signed in as somebody else, so nothing was done. Load the page again to go on.',
  )
}

function mountHealth(
  server: Server,
  serverOptions: ServerOptions,
  identifying: Identifying,
  renderMetrics: () => Promise<string>,
): void {
  const routes: Record<string, (actor: () => Actor | Promise<Actor>) => WireReply | Promise<WireReply>> = {
    '/artifactory/api/system/ping': () => text(200, 'OK'),
    '/access/api/v1/system/ping': () => json(200, { status: 'UP' }),
    '/artifactory/api/v1/system/liveness': () => json(200, { code: 'OK' }),
    '/artifactory/api/v1/system/readiness': async () => {
      await identifying.services.database.db.selectFrom('settings').select('name').limit(1).execute()
      return json(200, { code: 'OK' })
    },
    '/artifactory/api/v1/metrics': async (actor) => {
      admit(await actor(), 'read-metrics')
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        body: await renderMetrics(),
      }
    },
  }
  for (const [url, answer] of Object.entries(routes))
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        hijack(serverOptions, request, reply, 'health', (raw) => answer(() => identify(identifying, raw))),
    })
}

const artifactory = '/artifactory/'
const api = '/artifactory/api/'

/** Package protocols below `/artifactory/api/<format>/`, and files below `/artifactory/<repository>/`. */
function registryTraffic(
  identifying: Identifying,
  handlers: RegistryHandlers,
  originOf: (request: IncomingMessage) => string,
): (request: IncomingMessage) => Handling | undefined {
  const { registry } = identifying.services
  const remember = (start: string) => rememberIn(registry.requests, identifying.addressOf, start)
  // Without a wait where the actor is known: most requests are answered from memory, and waits are what they would spend.
  const forActor =
    (answer: (request: IncomingCall, actor: Actor) => Promise<WireReply>): Handling['handle'] =>
    (raw, id) => {
      const request = new IncomingCall(raw, id, originOf, identifying.addressOf)
      const go = (actor: Actor) => {
        noteOf(raw).actor = actor.name
        return answer(request, actor)
      }
      const found = identify(identifying, raw)
      return found instanceof Promise ? found.then(go) : go(found)
    }
  const files: Handling = {
    routeClass: 'files',
    ended: remember(artifactory),
    handle: forActor((request, actor) =>
      handlers.plain(request.path.slice(artifactory.length), request, actor),
    ),
    renderError: renderApiError,
  }
  const protocols = new Map(
    [...registry.formats.values()].map((format): [string, Handling] => [
      format.id,
      {
        routeClass: 'protocol',
        ended: remember(`${api}${format.id}/`),
        handle: forActor((request, actor) =>
          handlers.protocol(format, request.path.slice(api.length + format.id.length + 1), request, actor),
        ),
        renderError: (error, id) => format.renderError(error, id),
      },
    ]),
  )
  return ({ url = '' }) => {
    if (!url.startsWith(artifactory) || url === artifactory) return undefined
    if (!url.startsWith(api)) return files
    return protocols.get(url.slice(api.length, Math.max(0, url.indexOf('/', api.length))))
  }
}
