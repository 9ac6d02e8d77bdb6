// What this process knows and does about upstreams.
import { CookieJar } from '../../platform/outbound/cookies.ts'
import type { Repository } from '../repositories.ts'
import { UpstreamHealths } from './health.ts'
import { Misses } from './misses.ts'
import type { Filling } from './fill.ts'
import { ValidatorMemory } from './validators.ts'

export class Remotes {
  readonly healths = new UpstreamHealths()
  readonly misses = new Misses()
  /** Which names of which virtual repositories were looked at lately; see virtual/hidden-names.ts. */
  readonly hiddenChecks = new Misses()
  readonly validators = new ValidatorMemory()
  /** Of the upstreams that want them, by repository. */
  readonly #jars = new Map<string, CookieJar>()
  /** What is being fetched, by repository and path: whoever wants it meanwhile joins. */
  readonly fillings = new Map<string, Filling>()
  readonly #closing = new AbortController()

  cookiesOf({ id }: Repository): CookieJar {
    const jar = this.#jars.get(id) ?? new CookieJar()
    this.#jars.set(id, jar)
    return jar
  }

  /** Ends every question to an upstream. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The server is stopping.'))
    await Promise.allSettled([...this.fillings.values()].map(({ done }) => done))
  }
}
