// Answers that cost much and need not be of this very moment, such as counts over a million rows. Cheap ones are always
// made anew. A dear one is made by one asker for all, and kept for many times as long as it took: however often it is
// asked for, a small share of the time goes into it. Who asks while it is old gets the old one, and a new one is made.
interface KeptAnswersOptions {
  /** Answers that take less are not kept, in milliseconds. */
  cheap?: number
  now?: () => number
}

interface Kept<T> {
  value: T
  freshUntil: number
}

/** At most a thirtieth of the time is spent on one answer. */
const share = 30
const mostKept = 500

export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #making = new Map<string, Promise<T>>()
  readonly #cheap: number
  readonly #now: () => number

  constructor({ cheap = 200, now = () => performance.now() }: KeptAnswersOptions = {}) {
    this.#cheap = cheap
    this.#now = now
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(key)
    if (kept && this.#now() < kept.freshUntil) return Promise.resolve(kept.value)
    const making = this.#making.get(key) ?? this.#make(key, make)
    if (!kept) return making
    // Whoever fails here was answered already; the next who asks tries again.
    making.catch(() => undefined)
    return Promise.resolve(kept.value)
  }

  #make(key: string, make: () => Promise<T>): Promise<T> {
    const startedAt = this.#now()
    const making = make()
      .then((value) => {
        const took = this.#now() - startedAt
        this.#kept.delete(key)
        if (this.#kept.size >= mostKept) this.#kept.clear()
        if (took >= this.#cheap) this.#kept.set(key, { value, freshUntil: this.#now() + took * share })
        return value
      })
      .finally(() => this.#making.delete(key))
    // A cheap one is not shared: who asks later must see what happened in between.
    if (this.#kept.has(key)) this.#making.set(key, making)
    return making
  }
}
