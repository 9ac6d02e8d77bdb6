import { createReadStream } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../errors.ts'
import type { HeaderSet } from './headers.ts'
import type { ServerOptions } from './serve.ts'
import { hijack } from './server.ts'
import { entrances, type StaticFiles, type StaticReply } from './static.ts'
import type { WireReply } from './wire.ts'

interface StaticRoutes {
  server: FastifyInstance
  serverOptions: ServerOptions
  files: StaticFiles
  /** Replaces the headers of data, which would forbid a page its own scripts and styles. */
  pageHeaders: HeaderSet
}

/** The entrances, and what no other route under `/ui/` takes. */
export function mountStaticFiles({ server, serverOptions, files, pageHeaders }: StaticRoutes): void {
  for (const url of [...entrances, '/ui/*'])
    server.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        hijack(serverOptions, request, reply, 'static', (raw) => answer(files, pageHeaders, raw)),
    })
}

function answer(files: StaticFiles, pageHeaders: HeaderSet, raw: IncomingMessage): WireReply {
  const path = pathOf(raw)
  // The API answers unknown calls with its own errors, never with a page.
  const reply = path.startsWith('/ui/api/')
    ? undefined
    : files.respond({ method: raw.method ?? 'GET', path, headers: raw.headers })
  if (!reply) throw new AppError('not-found', `There is nothing at ${JSON.stringify(path.slice(0, 200))}.`)
  return toWire(reply, pageHeaders)
}

function toWire(reply: StaticReply, pageHeaders: HeaderSet): WireReply {
  const { body, status } = reply
  return {
    status,
    headers: reply.isPage ? { ...pageHeaders, ...reply.headers } : { ...reply.headers },
    body: body === undefined || Buffer.isBuffer(body) ? body : createReadStream(body.file),
  }
}

function pathOf(raw: IncomingMessage): string {
  const [path = '/'] = (raw.url ?? '/').split('?', 1)
  return path
}
