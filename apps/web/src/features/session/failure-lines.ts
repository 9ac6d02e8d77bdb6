import { CallError, isUnreachable } from '../../lib/call.ts'
import { message, type MessageId } from '../../lib/messages.ts'

/** The server's own words, else the prescribed ones, with the reason where there is one. */
export function failureLines(error: Error, otherwise: MessageId): readonly string[] {
  if (error instanceof CallError && error.said.length > 0) return error.said
  return isUnreachable(error) ? [message(otherwise), error.message] : [message(otherwise)]
}
