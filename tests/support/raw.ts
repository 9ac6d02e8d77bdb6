// Bytes exactly as an attacker writes them: no HTTP library in between that would tidy a path or a header.
import { connect } from 'node:net'

export interface RawReply {
  /** 0 when the server closed without an answer. */
  status: number
  head: string
  body: string
  /** All bytes received; several replies on one connection stand one after the other. */
  text: string
}

export interface RawOptions {
  /** How long the server may say nothing at first, in milliseconds; only one that hangs says nothing. */
  patience?: number
  /** How long it may be quiet after its first words, when it does not close. */
  timeout?: number
  /** Close our side after writing: a client that stops halfway. */
  end?: boolean
}

/** Sends bytes to the server of `url` and collects what comes back until it closes or the time is over. */
export function sendRaw(url: string, bytes: string | Buffer, options: RawOptions = {}): Promise<RawReply> {
  const { patience = 60_000, timeout = 5000, end = false } = options
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    socket.setEncoding('latin1')
    socket.setTimeout(patience, () => socket.destroy())
    socket.on('data', (chunk) => {
      text += chunk
      socket.setTimeout(timeout)
      // Never ends by itself; the beginning of it is an answer.
      if (/^content-type: text\/event-stream/im.test(text)) socket.destroy()
    })
    // A reset is one of the answers an attacker may get; the reply then holds what came before it.
    socket.on('error', () => {})
    socket.on('close', () => resolve(parseReply(text)))
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** A request with the path untouched. The server closes after its reply, so that nobody waits. */
export function rawRequest(
  url: string,
  requestLine: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<RawReply> {
  const lines = Object.entries({ host: new URL(url).host, connection: 'close', ...headers })
  const head = [`${requestLine} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''].join(
    '\r\n',
  )
  return sendRaw(url, Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]), { timeout: 60_000 })
}

function parseReply(text: string): RawReply {
  const split = text.indexOf('\r\n\r\n')
  const head = split === -1 ? text : text.slice(0, split)
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, head, body: split === -1 ? '' : text.slice(split + 4), text }
}
