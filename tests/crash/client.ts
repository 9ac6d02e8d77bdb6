// Requests to the server under test. An answer that does not come is a normal event here, not an error.
import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  body: Buffer
  /** By which the server calls the request, also in the head of the answer. */
  requestId: string
}

export interface Sent {
  headers?: Record<string, string>
  body?: Buffer
  /** Called when half of the body was handed over. */
  onHalf?: () => void
}

export interface Client {
  /** Undefined when the connection ended before the whole answer was there. */
  send(method: string, path: string, sent?: Sent): Promise<Answer | undefined>
  /** Forgets kept connections, which a killed server has left behind. */
  reset(): void
}

const answerLimitMs = 30_000

export function createClient(origin: string, authorization: () => string): Client {
  let agent = new Agent({ keepAlive: true })
  return {
    send: (method, path, sent = {}) => {
      const headers = { authorization: authorization(), ...sent.headers }
      return sendOnce(new URL(path, origin), method, agent, { ...sent, headers })
    },
    reset() {
      agent.destroy()
      agent = new Agent({ keepAlive: true })
    },
  }
}

function sendOnce(url: URL, method: string, agent: Agent, sent: Sent): Promise<Answer | undefined> {
  const { body, onHalf } = sent
  const headers = { ...sent.headers, ...(body ? { 'content-length': String(body.length) } : {}) }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers, timeout: answerLimitMs }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('close', () => {
        if (!response.complete) return resolve(undefined)
        const requestId = String(response.headers['x-request-id'])
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts), requestId })
      })
    })
    outgoing.on('timeout', () => {
      reject(new Error(`${method} ${url.pathname} was not answered within ${answerLimitMs / 1000} s`))
      outgoing.destroy()
    })
    outgoing.on('error', () => resolve(undefined))
    const middle = Math.floor((body?.length ?? 0) / 2)
    if (body !== undefined) outgoing.write(body.subarray(0, middle), () => onHalf?.())
    outgoing.end(body?.subarray(middle))
  })
}
