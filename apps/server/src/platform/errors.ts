// The one error type of our logic. The message is for a person and says what to do;
// platform/http and each format's renderError turn it into a reply.
import { errorCodes, type ErrorCode } from '@bindery/contracts'

export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** The value that is wrong, as a dotted path, when one value is to blame. */
  readonly field: string | undefined
  /** Extra headers of the reply: WWW-Authenticate, Retry-After, Allow … */
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; headers?: Record<string, string>; cause?: unknown; status?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    // A few protocols insist on another status for the same refusal; they say so here.
    this.status = options.status ?? errorCodes[code].status
    this.field = options.field
    this.headers = options.headers ?? {}
  }
}

export const badRequest = (message: string, field?: string) =>
  new AppError('bad-request', message, field === undefined ? {} : { field })

export const notFound = (kind: string, name: string) =>
  new AppError('not-found', `There is no ${kind} ${quote(name)} here, or you may not see it.`)

export const forbidden = (message: string) => new AppError('forbidden', message)

export const conflict = (message: string) => new AppError('conflict', message)

export const tooLarge = (message: string) => new AppError('too-large', message)

/** Names from outside appear in sentences quoted and cut, with control characters made visible. */
export function quote(name: string): string {
  const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name
  return JSON.stringify(shown)
}
