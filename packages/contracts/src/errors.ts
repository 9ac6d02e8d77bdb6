// The closed list of error codes: every refusal of the server is one of these.
import { z } from 'zod'

export const errorCodes = {
  'bad-request': { status: 400, summary: 'The request is malformed or a value is not allowed' },
  'not-signed-in': { status: 401, summary: 'No credentials, or credentials that are not valid' },
  'password-change-required': { status: 401, summary: 'The password must be changed before anything else' },
  // The spelling that the sign-in screen of the JFrog Platform looks for.
  PASSWORD_EXPIRED: { status: 401, summary: 'The password is older than the rules allow' },
  forbidden: { status: 403, summary: 'Known, but not allowed' },
  'not-found': { status: 404, summary: 'There is no such thing, or you may not see it' },
  'method-not-allowed': { status: 405, summary: 'This address does not take this method' },
  conflict: { status: 409, summary: 'The thing exists already or changed meanwhile' },
  'reader-changed': {
    status: 409,
    summary: 'The session belongs to somebody else than the page was made for',
  },
  'checksum-mismatch': { status: 409, summary: 'The bytes received are not the bytes announced' },
  'too-large': { status: 413, summary: 'The body or a part of it is over its limit' },
  'path-too-long': { status: 414, summary: 'The path is over its limit' },
  'unsupported-type': { status: 415, summary: 'The content type or coding is not taken here' },
  'range-not-satisfiable': { status: 416, summary: 'The range lies outside the content' },
  'too-many-requests': { status: 429, summary: 'Slow down; Retry-After tells how long' },
  internal: { status: 500, summary: 'Our mistake; the request id leads to the log' },
  'bad-gateway': { status: 502, summary: 'A server that this one asked did not answer, or not sensibly' },
  'not-ready': { status: 503, summary: 'Starting, stopping or busy; try again' },
  'storage-full': { status: 507, summary: 'There is no room left on the storage' },
} as const

export type ErrorCode = keyof typeof errorCodes

export const ErrorReply = z.object({
  code: z
    .string()
    .optional()
    .describe('CREDENTIALS_EXPIRED when the password must be changed before anything else'),
  error: z.string().describe('The message, once more, for clients that look here'),
  errors: z.array(
    z.object({
      status: z.number(),
      code: z.string(),
      message: z.string(),
      field: z.string().optional().describe('The value that is wrong, as a dotted path'),
    }),
  ),
  requestId: z.string(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
