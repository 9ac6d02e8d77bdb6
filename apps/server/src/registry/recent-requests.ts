// What clients asked for lately, in memory and bounded: the panel that sets up a client shows the first request as it
// arrives, and a file its latest downloads. Nothing depends on it; a restart forgets it, and each process has its own.
// Every request of every client is noted, so noting is one object in a ring; the rest is done for whoever asks.
export interface SeenRequest {
  /** Counts up over all repositories. */
  number: number
  at: string
  repository: string
  /** Below the repository, as the client sent it. */
  path: string
  method: string
  status: number
  /** Who it was; `-` when the credentials were not believed. */
  actor: string
  address: string
  /** What the client calls itself. */
  client: string
  /** The sentence of a refusal. */
  why: string
}

type Told = Omit<SeenRequest, 'number' | 'at'>

interface Noted {
  number: number
  at: number
  told: Told
}

/** The next is written over the oldest. */
interface Ring {
  entries: Noted[]
  next: number
}

const mostPerRepository = 100
const mostRepositories = 1_000
const longestText = 300

export class RecentRequests {
  private readonly seen = new Map<string, Ring>()
  private readonly waiting = new Set<() => void>()
  private last = 0
  private lastRepository: string | undefined

  /** The number of the latest; what comes later is news. */
  get latest(): number {
    return this.last
  }

  note(told: Told): void {
    const ring = this.ringOf(told.repository)
    ring.entries[ring.next] = { number: ++this.last, at: Date.now(), told }
    ring.next = (ring.next + 1) % mostPerRepository
    if (this.waiting.size > 0) this.wakeAll()
  }

  /** Oldest first. */
  list(repository: string, after = 0): SeenRequest[] {
    const { entries, next } = this.seen.get(repository) ?? { entries: [], next: 0 }
    return [...entries.slice(next), ...entries.slice(0, next)]
      .filter(({ number }) => number > after)
      .map(({ number, at, told }) => ({
        ...told,
        path: told.path.slice(0, longestText),
        client: told.client.slice(0, longestText),
        number,
        at: new Date(at).toISOString(),
      }))
  }

  /** Until something arrives anywhere, the time is over, or the program stops. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      this.waiting.add(wake)
    })
  }

  wakeAll(): void {
    for (const wake of this.waiting) wake()
  }

  private ringOf(repository: string): Ring {
    const ring = this.seen.get(repository) ?? { entries: [], next: 0 }
    if (repository === this.lastRepository) return ring
    this.lastRepository = repository
    // Set again, so that those asked for longest ago are forgotten first.
    this.seen.delete(repository)
    this.seen.set(repository, ring)
    const oldest = this.seen.size > mostRepositories ? this.seen.keys().next().value : undefined
    if (oldest !== undefined) this.seen.delete(oldest)
    return ring
  }
}
