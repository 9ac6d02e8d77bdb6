// The end of the outbox, as it grows. Unlike a listener (event-dispatcher.ts) every process sees every event, nothing is
// remembered about it, and what is missed is missed: for whoever watches now. The newest events stay in memory, so
// that those who were away for a moment can be told what they missed without asking the database.
import type { Database } from '../db/connect.ts'
import type { Log } from '../log.ts'
import { placeEvents, readEvents, readLastEvents, readLastPosition, type RecordedEvent } from './events.ts'

interface TailOptions {
  database: Database
  log: Log
  /** Called with what came, in order, one call after the other. */
  handle(events: readonly RecordedEvent[]): Promise<void>
  /** How many events stay in memory. */
  keep?: number
}

// Collects what happens at the same time: a screen need not change more often than people can see.
const gatherMilliseconds = 100

export class EventTail {
  readonly #options: TailOptions
  readonly #keep: number
  #kept: RecordedEvent[] = []
  /** All events behind this position are kept. */
  #floor = 0
  #position = 0
  #isRunning = false
  #isWoken = false
  #poll: NodeJS.Timeout | undefined
  #gather: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined

  constructor(options: TailOptions) {
    this.#options = options
    this.#keep = options.keep ?? 500
  }

  get position(): number {
    return this.#position
  }

  async start(): Promise<void> {
    const { database } = this.#options
    await placeEvents(database)
    await this.#load()
    this.#isRunning = true
    database.notices.on('events', this.#wake)
    this.#poll = setInterval(this.#wake, database.isShared ? 1000 : 5000).unref()
    // Something may have been committed after we looked.
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#options.database.notices.off('events', this.#wake)
    clearInterval(this.#poll)
    clearTimeout(this.#gather)
    await this.#reading
  }

  /** What came behind a position; undefined when that is not known any more, or never was. */
  since(position: number): RecordedEvent[] | undefined {
    if (position > this.#position || position < this.#floor) return undefined
    return this.#kept.filter((event) => event.position > position)
  }

  async #load(): Promise<void> {
    const { db } = this.#options.database
    const position = await readLastPosition(db)
    this.#kept = await readLastEvents(db, this.#keep)
    this.#position = Math.max(position, this.#kept.at(-1)?.position ?? 0)
    this.#floor = (this.#kept[0]?.position ?? position + 1) - 1
  }

  readonly #wake = (): void => {
    this.#isWoken = true
    if (this.#gather !== undefined || this.#reading !== undefined || !this.#isRunning) return
    this.#gather = setTimeout(() => {
      this.#gather = undefined
      this.#isWoken = false
      this.#reading = this.#readSafely().finally(() => {
        this.#reading = undefined
        // Something may have come after we looked.
        if (this.#isWoken) this.#wake()
      })
    }, gatherMilliseconds).unref()
  }

  async #readSafely(): Promise<void> {
    try {
      await this.#read()
    } catch (error) {
      this.#options.log.warn('New events could not be read; trying again', { error })
    }
  }

  async #read(): Promise<void> {
    const { database, handle } = this.#options
    await placeEvents(database)
    while (this.#isRunning) {
      const events = await readEvents(database.db, this.#position, this.#keep)
      const last = events.at(-1)
      if (last === undefined) return
      this.#position = last.position
      this.#kept = [...this.#kept, ...events].slice(-this.#keep)
      this.#floor = Math.max(this.#floor, (this.#kept[0]?.position ?? 0) - 1)
      await handle(events)
    }
  }
}
