// Opens the ports: HTTP always, HTTPS beside it when it is configured. Stopping finishes what is running.
import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import { bind } from '../bind.ts'
import type { ServerOptions } from './serve.ts'
import { limitsOf, receive } from './server.ts'
import { createHttpsServer } from './tls.ts'

interface ListenSettings {
  host: string
  port: number
  httpsPort?: number | undefined
  httpsCertificate?: string | undefined
  httpsKey?: string | undefined
  shutdownTimeout: number
}

interface Listening {
  urls: string[]
  close(): Promise<void>
}

export async function listen(
  server: FastifyInstance,
  options: ServerOptions,
  settings: ListenSettings,
): Promise<Listening> {
  await server.ready()
  const opened: Server[] = []
  const urls: string[] = []
  const open = async (one: Server, scheme: string, port: number) => {
    await bind(one, settings.host, port)
    opened.push(one)
    urls.push(urlOf(one, scheme, settings.host))
  }
  await open(server.server, 'http', settings.port)
  const https = await openHttps(server, options, settings)
  if (https && settings.httpsPort !== undefined) await open(https.server, 'https', settings.httpsPort)
  return {
    urls,
    close: async () => {
      https?.stopWatching()
      await Promise.all(opened.map((one) => stop(one, settings.shutdownTimeout)))
      await server.close()
    },
  }
}

async function openHttps(server: FastifyInstance, options: ServerOptions, settings: ListenSettings) {
  const { httpsPort, httpsCertificate: certificate, httpsKey: key } = settings
  if (httpsPort === undefined || certificate === undefined || key === undefined) return undefined
  return createHttpsServer({
    certificate,
    key,
    log: options.log.service('artifactory'),
    handle: receive(options, server.routing),
    limits: limitsOf(options),
  })
}

function urlOf(server: Server, scheme: string, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const name = host === '::' || host === '0.0.0.0' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${scheme}://${name}:${port}`
}

/** New connections are refused at once; running requests finish until the time is up, then they are cut off. */
async function stop(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const giveUp = setTimeout(() => server.closeAllConnections(), timeout)
  await closed
  clearInterval(sweep)
  clearTimeout(giveUp)
}
