// Remembers what clients of the registry ask for (registry/recent-requests.ts), with how it ended.
import type { IncomingMessage } from 'node:http'
import { noteOf, type Handling } from './platform/http/serve.ts'
import type { RecentRequests } from './registry/recent-requests.ts'

/** `start` is what stands before the key of the repository in the address. */
export const rememberIn =
  (
    requests: RecentRequests,
    addressOf: (request: IncomingMessage) => string,
    start: string,
  ): NonNullable<Handling['ended']> =>
  (raw, status, why) => {
    const path = pathOf(raw.url ?? '')
    const slash = path.indexOf('/', start.length)
    requests.note({
      repository: slash < 0 ? path.slice(start.length) : path.slice(start.length, slash),
      path: slash < 0 ? '' : path.slice(slash + 1),
      method: raw.method ?? '',
      status,
      actor: noteOf(raw).actor,
      address: addressOf(raw),
      client: ownCopy(raw.headers['user-agent'] ?? ''),
      why,
    })
  }

function pathOf(url: string): string {
  const question = url.indexOf('?')
  return ownCopy(question < 0 ? url : url.slice(0, question), url.length)
}

const longest = 1_000

/** A part of a text keeps the whole of it in memory, and an address may have 64 kB. */
const ownCopy = (text: string, whole = text.length): string =>
  whole > longest ? Buffer.from(text.slice(0, longest)).toString() : text
