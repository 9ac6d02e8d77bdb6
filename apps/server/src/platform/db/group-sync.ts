// Group commit: many writers, few syncs. Whoever wrote before a sync began shares it; whoever wrote while it was under way
// shares the next one.
export class GroupSync {
  readonly #sync: () => Promise<void>
  #written = 0
  #durable = 0
  /** What the running sync covers: everything that was marked before it began. */
  #covered = 0
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
    if (this.#covered === this.#written) return this.#running
    this.#next ??= this.#running.then(() => this.#start())
    return this.#next
  }

  #start(): Promise<void> {
    this.#next = undefined
    this.#covered = this.#written
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
