// Remembers what clients of the registry ask for (registry/recent-requests.ts), with how it ended.
import type { IncomingMessage } from 'node:http'
import { AppError } from './platform/errors.ts'
import { noteOf, type Handling } from './platform/http/serve.ts'
import type { RecentRequests } from './registry/recent-requests.ts'

/** `start` is what stands before the key of the repository in the address. */
export function withMemory(
  requests: RecentRequests,
  addressOf: (request: IncomingMessage) => string,
  start: string,
  handling: Handling,
): Handling {
  const note = (raw: IncomingMessage, status: number, why: string) => {
    const [path = ''] = (raw.url ?? '').split('?', 1)
    const rest = path.slice(start.length)
    const slash = rest.indexOf('/')
    requests.note({
      repository: slash < 0 ? rest : rest.slice(0, slash),
      path: slash < 0 ? '' : rest.slice(slash + 1),
      method: raw.method ?? '',
      status,
      actor: noteOf(raw).actor,
      address: addressOf(raw),
      client: raw.headers['user-agent'] ?? '',
      why,
    })
  }
  return {
    ...handling,
    handle: async (raw, id) => {
      try {
        const reply = await handling.handle(raw, id)
        note(raw, reply.status, '')
        return reply
      } catch (error) {
        note(
          raw,
          error instanceof AppError ? error.status : 500,
          error instanceof AppError ? error.message : '',
        )
        throw error
      }
    },
  }
}
