// An upstream that tells the truth or lies, as each test wants: a small real server on loopback that counts its requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answering = (request: IncomingMessage, response: ServerResponse) => void

export interface Upstream {
  readonly url: string
  /** `GET /path`, in the order in which they came. */
  readonly requests: string[]
  readonly headers: IncomingMessage['headers'][]
  /** What is asked for at this path from now on is answered like this. */
  on(path: string, answer: Answering | string | Buffer): void
  /** Stops listening, as a server that is down; start() goes on at the same address. */
  stop(): Promise<void>
  start(): Promise<void>
}

export async function startUpstream(): Promise<Upstream> {
  const answers = new Map<string, Answering>()
  const requests: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let port = 0
  const make = () =>
    createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`)
      headers.push(request.headers)
      const [path = ''] = (request.url ?? '').split('?')
      const answer = answers.get(path)
      if (answer) answer(request, response)
      else response.writeHead(404).end('nothing here')
    })
  let server = make()
  const start = async () => {
    server = make()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    requests,
    headers,
    on: (path, answer) =>
      void answers.set(
        path,
        typeof answer === 'function'
          ? answer
          : (_request, response) =>
              void response.writeHead(200, { 'content-length': Buffer.byteLength(answer) }).end(answer),
      ),
    start,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
