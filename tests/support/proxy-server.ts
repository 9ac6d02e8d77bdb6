// A real forward proxy on loopback: absolute-form requests and tunnels, with or without credentials, and what it saw.
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface ProxyServer {
  port: number
  /** `GET http://…` or `CONNECT host:port`, one for each request that reached it. */
  seen: string[]
  close(): Promise<void>
}

export interface ProxyServerOptions {
  /** `user:password`; without it, everybody is let through. */
  credentials?: string
  /** Answers requests for this host with a redirect to another address. */
  sendsOn?: { host: string; to: string }
  /** Takes connections and never says anything. */
  isSilent?: boolean
}

export async function startProxyServer(options: ProxyServerOptions = {}): Promise<ProxyServer> {
  const seen: string[] = []
  const sockets = new Set<Duplex>()
  const isLetThrough = ({ headers }: IncomingMessage) =>
    options.credentials === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(options.credentials).toString('base64')}`

  const server = createServer((incoming, outgoing) => {
    if (options.isSilent === true) return
    seen.push(`${incoming.method} ${incoming.url}`)
    const url = URL.parse(incoming.url ?? '')
    if (!isLetThrough(incoming)) outgoing.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end()
    else if (url === null) outgoing.writeHead(400).end()
    else if (url.host === options.sendsOn?.host)
      outgoing.writeHead(302, { location: options.sendsOn.to }).end()
    else {
      const { 'proxy-authorization': _, ...headers } = incoming.headers
      const passed = request(url, { method: incoming.method ?? 'GET', headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      passed.on('error', () => outgoing.writeHead(502).end())
      incoming.pipe(passed)
    }
  })
  server.on('connect', (incoming: IncomingMessage, client: Duplex) => {
    seen.push(`CONNECT ${incoming.url}`)
    sockets.add(client.on('error', () => {}))
    if (options.isSilent === true) return
    if (isLetThrough(incoming)) openTunnel(incoming.url ?? '', client, sockets)
    else client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  server.on('connection', (socket) => sockets.add(socket))
  await listen(server)
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function openTunnel(target: string, client: Duplex, sockets: Set<Duplex>): void {
  const [host = '', port = ''] = target.split(':')
  const far: Socket = connect(Number(port), host, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    far.pipe(client).pipe(far)
  })
  far.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  sockets.add(far)
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
