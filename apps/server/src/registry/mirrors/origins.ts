// Changes that come from another installation say which repositories they came through, so that two that mirror each
// other do not send them back and forth: a change that has been here is not taken again.
import type { IncomingHttpHeaders } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { text, type WireReply } from '../../platform/http/wire.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'

/** `<installation>/<key>` of each repository on the way, the first one first. */
export const originHeader = 'x-bindery-origin'

const most = 20

export const placeOf = ({ mirrors }: Registry, { key }: Repository) => `${mirrors.installation}/${key}`

/** When a change was made where it began; believed in federated repositories, and never to be later than now. */
export const changedHeader = 'x-bindery-changed'

/** The actor of a change, with where it came from. */
export function relayed(
  { clock }: Registry,
  actor: Actor,
  { kind }: Repository,
  headers: IncomingHttpHeaders,
): Actor {
  const origins = originsOf(headers)
  if (origins.length === 0) return actor
  const time = kind === 'federated' ? Date.parse(String(headers[changedHeader] ?? '')) : NaN
  if (Number.isNaN(time)) return { ...actor, origins }
  return { ...actor, origins, changedAt: new Date(Math.min(time, clock.now().getTime())).toISOString() }
}

/** The answer to a change that began here, or passed here before: it is settled already. */
export function answerReturned(
  registry: Registry,
  repository: Repository,
  headers: IncomingHttpHeaders,
): WireReply | undefined {
  if (!originsOf(headers).includes(placeOf(registry, repository))) return undefined
  return text(200, `This change has passed ${repository.key} before. Nothing was done.\n`)
}

function originsOf(headers: IncomingHttpHeaders): string[] {
  const given = headers[originHeader]
  if (typeof given !== 'string') return []
  return given
    .slice(0, 4000)
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .slice(0, most)
}
