// The HTTP server and our limits. Calls of the management API are routed by the framework; package traffic is taken before
// it, because its paths are parsed by us in any case and every microsecond there is multiplied by each file of each install.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../errors.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { renderApiError } from './replies.ts'
import { serve, type ServerOptions } from './serve.ts'
import type { WireReply } from './wire.ts'

// An import would also load what this module can be asked for besides, a whole client of HTTP and WebSockets: 16 MB.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http')

export function createServer(options: ServerOptions): FastifyInstance {
  const server = Fastify({
    logger: false,
    // Uploads may take hours; headers may not.
    requestTimeout: 0,
    serverFactory: (route) =>
      createHttpServer(limitsOf(options), receive(options, route)).on('clientError', answerBrokenRequest),
    bodyLimit: Number.MAX_SAFE_INTEGER,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    genReqId: () => '',
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    rewriteUrl: ({ url = '/' }) => withoutLastSlash(url),
    routerOptions: {
      maxParamLength: 16_384,
      ignoreDuplicateSlashes: false,
      onBadUrl: (_path, request, response) => {
        void answer(options, request, response, badUrl())
      },
    },
    frameworkErrors: (_error, request, reply) => {
      reply.hijack()
      void answer(options, request.raw, reply.raw, badUrl())
    },
  })
  // Bodies are read by whoever needs them, as streams and with a limit; nothing is parsed ahead.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))
  server.setNotFoundHandler((request, reply) =>
    hijack(options, request, reply, 'other', () => {
      throw new AppError(
        'not-found',
        `There is nothing at ${JSON.stringify(request.raw.url?.slice(0, 200) ?? '')}.`,
      )
    }),
  )
  return server
}

/** What comes in and goes out is checked by the contracts. Left alone, the framework loads a hundred modules for its own way. */
const noCompiler = () => () => {
  throw new Error('A route of the framework has a schema; contracts have them here.')
}

/**
 * Clients put a base and a path together, and some bring a slash on both sides: one too many before the context, or between
 * it and `api`, changes nothing. Behind that it is for the parser of paths.
 */
function withoutDoubledSlash(url: string): string {
  const rest = url.startsWith('//') ? url.slice(1) : url
  const slash = rest.indexOf('/', 1)
  return slash > 0 && rest.startsWith('/api/', slash + 1)
    ? rest.slice(0, slash) + rest.slice(slash + 1)
    : rest
}

/** Terraform writes a slash behind the collections of the Access API, and people behind any address. */
function withoutLastSlash(url: string): string {
  if (!/^\/[a-z]+\/api\/[^?]/.test(url)) return url
  const [path = '', ...query] = url.split('?')
  return [path.replace(/\/$/, ''), ...query].join('?')
}

/** Runs a handler that answers with plain values, outside the framework's own reply. */
export function hijack(
  options: ServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  routeClass: string,
  handle: (raw: IncomingMessage, id: string) => WireReply | Promise<WireReply>,
  renderError: (error: AppError, requestId: string) => WireReply = renderApiError,
): void {
  reply.hijack()
  void serve(options, request.raw, reply.raw, { routeClass, handle, renderError })
}

/** The limits of node:http, for HTTP and for HTTPS. Uploads may take hours; headers may not. */
export const limitsOf = (options: ServerOptions) => ({
  headersTimeout: options.headerTimeoutMs,
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  maxHeaderSize: 64 * 1024,
  // What waits in memory for each body that comes in: it counts when hundreds come at once.
  highWaterMark: 16 * 1024,
  connectionsCheckingInterval: 5_000,
  // A request without a body gets no stream for one: a tenth of what a small read costs node:http.
  optimizeEmptyRequests: true,
})

/** The listener of both servers: straight to the registry, or through the framework. */
export const receive =
  (options: ServerOptions, route: (request: IncomingMessage, response: ServerResponse) => void) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    request.url = withoutDoubledSlash(request.url ?? '/')
    const handling = options.direct?.(request)
    if (handling) void serve(options, request, response, handling)
    else route(request, response)
  }

const answer = (
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  error: AppError,
): Promise<void> =>
  serve(options, request, response, {
    routeClass: 'other',
    handle: () => Promise.reject(error),
    renderError: renderApiError,
  })

const badUrl = () =>
  new AppError('bad-request', 'The address has a percent sign that starts no valid code. Write it as %25.')
