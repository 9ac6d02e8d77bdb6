// Bytes on their way to the server, with how many of them are out. Not fetch, which does not tell that.
import { CallError, ownHeaders } from '../../../lib/call.ts'
import { message } from '../../../lib/messages.ts'

interface PutOptions {
  headers?: Record<string, string>
  onProgress?: (sent: number) => void
  signal: AbortSignal
}

/** Fails with a CallError as every call does: status 0 when nothing answered. */
export function putBytes(address: string, body: Blob | null, options: PutOptions): Promise<void> {
  const { headers = {}, onProgress, signal } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    request.open('PUT', address)
    for (const [name, value] of Object.entries({ ...ownHeaders(), ...headers }))
      request.setRequestHeader(name, value)
    if (onProgress !== undefined)
      request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(new DOMException('stopped', 'AbortError'))
      else if (request.status >= 200 && request.status < 300) resolve()
      else reject(errorOf(request))
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) return reject(new DOMException('stopped', 'AbortError'))
    request.send(body)
  })
}

function errorOf({ status, responseText }: XMLHttpRequest): CallError {
  if (status === 0) return new CallError(0, 'unreachable', message('shared.unreachable'))
  const strange = message('shared.strangeAnswer', { status: String(status) })
  try {
    const { errors } = JSON.parse(responseText) as { errors: { message: string; code?: string }[] } // the shape of every refusal
    return new CallError(status, errors[0]?.code ?? 'internal', errors[0]?.message ?? strange)
  } catch {
    return new CallError(status, 'internal', strange)
  }
}
