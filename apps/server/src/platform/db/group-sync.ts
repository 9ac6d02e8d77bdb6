// Group commit: many writers, few syncs. Whoever asks while a sync is under way shares the next one, because the
// running one may have begun before their bytes were written.
export class GroupSync {
  readonly #sync: () => Promise<void>
  #written = 0
  #durable = 0
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #failure: unknown

  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  /** Something was written that is not durable yet. */
  mark(): void {
    this.#written += 1
  }

  /** Resolves when everything marked so far is durable; at once when it already is. */
  flush(): Promise<void> {
    // After a failed fsync the kernel may call the lost pages clean, so a later success would prove nothing.
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    if (this.#durable === this.#written) return Promise.resolve()
    if (this.#running === undefined) return this.#start()
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#running = this.#run(this.#written)
    return this.#running
  }

  async #run(written: number): Promise<void> {
    try {
      await this.#sync()
      this.#durable = written
    } catch (error) {
      this.#failure = error
      throw error
    } finally {
      this.#running = undefined
    }
  }
}
