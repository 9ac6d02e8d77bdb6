// What clients asked for lately, in memory and bounded: the panel that sets up a client shows the first request as it
// arrives, and a file its latest downloads. Nothing depends on it; a restart forgets it, and each process has its own.
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

const mostPerRepository = 100
const mostRepositories = 1_000
const longestText = 300

export class RecentRequests {
  private readonly seen = new Map<string, SeenRequest[]>()
  private readonly waiting = new Set<() => void>()
  private last = 0

  /** The number of the latest; what comes later is news. */
  get latest(): number {
    return this.last
  }

  note(request: Omit<SeenRequest, 'number' | 'at'>): void {
    const known = this.seen.get(request.repository) ?? []
    if (known.length >= mostPerRepository) known.shift()
    known.push({
      ...request,
      path: request.path.slice(0, longestText),
      client: request.client.slice(0, longestText),
      number: ++this.last,
      at: new Date().toISOString(),
    })
    // Set again, so that those asked for longest ago are forgotten first.
    this.seen.delete(request.repository)
    this.seen.set(request.repository, known)
    const oldest = this.seen.size > mostRepositories ? this.seen.keys().next().value : undefined
    if (oldest !== undefined) this.seen.delete(oldest)
    for (const wake of this.waiting) wake()
  }

  /** Oldest first. */
  list(repository: string, after = 0): SeenRequest[] {
    return (this.seen.get(repository) ?? []).filter((request) => request.number > after)
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
}
