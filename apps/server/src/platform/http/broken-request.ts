// The answer to what never became a request: smuggling attempts, oversized headers, clients that are too slow.
import type { Socket } from 'node:net'

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, reason, sentence] = brokenReasons[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'The request is not valid HTTP/1.1.',
  ]
  if (socket.writable) {
    const body = JSON.stringify({
      error: sentence,
      errors: [{ status, code: 'bad-request', message: sentence }],
    })
    socket.write(
      `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

const brokenReasons: Record<string, [number, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The headers are over 64 kB. Send fewer or shorter ones.',
  ],
  HPE_INVALID_METHOD: [405, 'Method Not Allowed', 'This method is not known.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The headers took too long to arrive.'],
}
