// The one place where an error becomes a reply of the management API. Formats render theirs with the same AppError.
import { ZodError } from 'zod'
import type { ErrorReply } from '@bindery/contracts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { json, type WireReply } from './wire.ts'

/** Any thrown thing as an AppError; an unknown one is logged with its cause and answered without it. */
export function asAppError(error: unknown, requestId: string, log: Log): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500) log.error(error.message, { requestId, code: error.code, error })
    return error
  }
  if (error instanceof ZodError) return fromZod(error)
  log.error('A request failed for a reason we did not foresee', { requestId, error })
  return new AppError(
    'internal',
    `Something went wrong on our side. The log has the reason under the request id ${requestId}.`,
  )
}

export function renderApiError(error: AppError, requestId: string): WireReply {
  const { status, code, message, field } = error
  const body: ErrorReply = {
    ...(code === 'password-change-required' && { code: 'CREDENTIALS_EXPIRED' }),
    error: message,
    errors: [{ status, code, message, ...(field !== undefined && { field }) }],
    requestId,
  }
  return json(status, body, { ...error.headers, 'x-request-id': requestId })
}

function fromZod(error: ZodError): AppError {
  const [issue] = error.issues
  const field = issue?.path.map(String).join('.') ?? ''
  const message = issue?.message ?? 'The request is malformed.'
  const where = field === '' ? '' : `${field}: `
  return new AppError('bad-request', `${where}${message}`, field === '' ? {} : { field })
}
