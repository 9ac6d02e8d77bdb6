// A client that sends a body without an end, in chunks, and listens as it goes.
import { connect } from 'node:net'

export interface Sent {
  /** 0 when the server closed without an answer. */
  status: number
  /** Bytes of the body that were handed over before the server had had enough. */
  sent: number
}

/** Sends `first` once and `again` until there is an answer, or `most` bytes are gone. */
export function sendEndlessly(
  url: string,
  requestLine: string,
  headers: Record<string, string>,
  body: { first?: string; again: string; most?: number },
): Promise<Sent> {
  const { first = '', again, most = 256 << 20 } = body
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    let sent = 0
    const pump = () => {
      while (!socket.destroyed && text === '' && sent < most) {
        sent += again.length
        if (!socket.write(chunk(again))) return
      }
    }
    socket.setEncoding('latin1')
    socket.setTimeout(60_000, () => socket.destroy())
    socket.on('data', (bytes) => (text += bytes))
    socket.on('drain', pump)
    socket.on('error', () => {})
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), sent }))
    const lines = Object.entries({ host: 'localhost', 'transfer-encoding': 'chunked', ...headers })
    socket.write(
      `${requestLine} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    )
    socket.write(chunk(first))
    pump()
  })
}

const chunk = (text: string) => (text === '' ? '' : `${text.length.toString(16)}\r\n${text}\r\n`)
