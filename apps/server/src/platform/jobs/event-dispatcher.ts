// Tells listeners what happened: each gets every event, in order, at least once, and one process at a time delivers to
// it. An event that a listener refuses ten times is set aside as a failed job, so that it holds up nothing
// and is there to be seen. Listeners are quick; what may take long or fail often they enqueue as jobs.
import { systemClock, type Clock } from '../clock.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { backoff } from './backoff.ts'
import { moveCursor, readCursor, type Cursor } from './cursors.ts'
import { placeEvents, pruneEvents, readEvents, type RecordedEvent } from './events.ts'

export interface EventListener {
  /** Only these kinds; all of them without it. */
  kinds?: readonly string[]
  handle(event: RecordedEvent): Promise<void>
}

export interface DispatcherOptions {
  database: Database
  log: Log
  /** By a name that stays: what was delivered is remembered under it. A new one gets everything that is still kept. */
  listeners: Record<string, EventListener>
  leaseMilliseconds?: number
  clock?: Clock
  random?: () => number
}

interface Trouble {
  position: number
  attempts: number
  retryAt: number
}

const batch = 100
const mostAttempts = 10
const keptFor = 7 * 24 * 60 * 60 * 1000
const pruneEvery = 60 * 60 * 1000
// Collects what is published at the same time into one delivery.
const gatherMilliseconds = 25

export class EventDispatcher {
  readonly #id = newId()
  readonly #options: DispatcherOptions
  readonly #clock: Clock
  readonly #lease: number
  readonly #troubles = new Map<string, Trouble>()
  #isStopping = false
  #isWoken = false
  #prunedAt = 0
  #poll: NodeJS.Timeout | undefined
  #gather: NodeJS.Timeout | undefined
  #delivering: Promise<void> | undefined

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#lease = options.leaseMilliseconds ?? 60_000
  }

  start(): void {
    const { database } = this.#options
    database.notices.on('events', this.#wake)
    this.#poll = setInterval(this.#wake, database.isShared ? 1000 : 5000).unref()
    this.#wake()
  }

  /** Waits for the event that is being handled, and lets other processes go on at once. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#options.database.notices.off('events', this.#wake)
    clearInterval(this.#poll)
    clearTimeout(this.#gather)
    await this.#delivering
    await Promise.all(Object.keys(this.#options.listeners).map((name) => this.#release(name)))
  }

  /** Delivers everything that is committed now. */
  async deliver(): Promise<void> {
    const names = Object.keys(this.#options.listeners)
    // Without listeners the order matters only for removing.
    if (names.length > 0 || this.#isPruningDue()) await placeEvents(this.#options.database)
    await Promise.all(names.map((name) => this.#deliverTo(name)))
    await this.#prune(names)
  }

  readonly #wake = (): void => {
    this.#isWoken = true
    if (this.#gather !== undefined || this.#delivering !== undefined || this.#isStopping) return
    this.#gather = setTimeout(() => {
      this.#gather = undefined
      this.#isWoken = false
      this.#delivering = this.#deliverSafely().finally(() => {
        this.#delivering = undefined
        // Something may have come after we looked.
        if (this.#isWoken) this.#wake()
      })
    }, gatherMilliseconds).unref()
  }

  async #deliverSafely(): Promise<void> {
    try {
      await this.deliver()
    } catch (error) {
      this.#options.log.warn('Events could not be delivered; trying again', { error })
    }
  }

  async #deliverTo(name: string): Promise<void> {
    const { database } = this.#options
    if ((this.#troubles.get(name)?.retryAt ?? 0) > this.#now()) return
    let cursor: Cursor | undefined = await readCursor(database.db, name)
    while (cursor !== undefined && !this.#isStopping) {
      const events = await readEvents(database.db, cursor.position, batch)
      if (events.length === 0) return
      const held: Cursor | undefined = await this.#hold(name, cursor)
      if (held === undefined) return
      cursor = await this.#handOver(name, held, events)
    }
  }

  /** Returns the cursor after the events, or undefined when a listener failed or another process took over. */
  async #handOver(name: string, held: Cursor, events: RecordedEvent[]): Promise<Cursor | undefined> {
    let cursor: Cursor | undefined = held
    let { position } = held
    for (const event of events) {
      if (this.#isStopping || !(await this.#handle(name, event))) break
      position = event.position
      // Slow ones: what is done must not be forgotten, nor the lease run out.
      if (this.#isHalfOver(cursor)) cursor = await this.#moveTo(name, cursor, position)
      if (cursor === undefined) return undefined
    }
    if (position > cursor.position) cursor = await this.#moveTo(name, cursor, position)
    return position === events.at(-1)?.position ? cursor : undefined
  }

  async #handle(name: string, event: RecordedEvent): Promise<boolean> {
    const listener = this.#options.listeners[name]
    if (listener?.kinds?.includes(event.kind) === false) return true
    try {
      await listener?.handle(event)
      this.#troubles.delete(name)
      return true
    } catch (error) {
      return this.#refused(name, event, error)
    }
  }

  /** True when the event was set aside, so that the next one can follow. */
  async #refused(name: string, event: RecordedEvent, error: unknown): Promise<boolean> {
    const before = this.#troubles.get(name)
    const attempts = before?.position === event.position ? before.attempts + 1 : 1
    this.#options.log.warn('A listener failed', {
      listener: name,
      event: event.id,
      kind: event.kind,
      attempts,
      error,
    })
    if (attempts >= mostAttempts) {
      await this.#setAside(name, event, attempts, error)
      this.#troubles.delete(name)
      return true
    }
    const retryAt = this.#now() + backoff(attempts, this.#options.random)
    this.#troubles.set(name, { position: event.position, attempts, retryAt })
    return false
  }

  async #setAside(name: string, event: RecordedEvent, attempts: number, error: unknown): Promise<void> {
    const now = this.#clock.now().toISOString()
    await transaction(this.#options.database, (db) =>
      db
        .insertInto('jobs')
        .values({
          id: newId(this.#now()),
          kind: `event:${name}`,
          payload: JSON.stringify(event),
          state: 'failed',
          attempts,
          run_after: now,
          claimed_by: null,
          claimed_until: null,
          last_error: (error instanceof Error ? error.message : String(error)).slice(0, 2000),
          created_at: now,
          finished_at: now,
        })
        .execute(),
    )
  }

  async #hold(name: string, cursor: Cursor): Promise<Cursor | undefined> {
    if (cursor.holder === this.#id && !this.#isHalfOver(cursor)) return cursor
    if (cursor.holder !== null && cursor.holder !== this.#id && this.#isHeld(cursor)) return undefined
    return this.#moveTo(name, cursor, cursor.position)
  }

  /** A stop goes on where the database is gone: the lease runs out by itself. */
  async #release(name: string): Promise<void> {
    const { database, log } = this.#options
    try {
      const cursor = await readCursor(database.db, name)
      if (cursor.holder === this.#id) await moveCursor(database, name, cursor, { ...cursor, holder: null })
    } catch (error) {
      log.warn('A listener could not be left to others; they wait for its lease', { listener: name, error })
    }
  }

  // With one process there is nobody to be told, and a holder who died must not be waited for.
  #isHeld(cursor: Cursor): boolean {
    return this.#options.database.isShared && Date.parse(cursor.until) > this.#now()
  }

  #isHalfOver(cursor: Cursor): boolean {
    return Date.parse(cursor.until) - this.#now() < this.#lease / 2
  }

  async #moveTo(name: string, from: Cursor, position: number): Promise<Cursor | undefined> {
    const to: Cursor = {
      position,
      holder: this.#id,
      until: new Date(this.#now() + this.#lease).toISOString(),
    }
    return (await moveCursor(this.#options.database, name, from, to)) ? to : undefined
  }

  async #prune(names: string[]): Promise<void> {
    if (!this.#isPruningDue()) return
    const now = this.#now()
    this.#prunedAt = now
    const { database } = this.#options
    const cursors = await Promise.all(names.map((name) => readCursor(database.db, name)))
    const passed = Math.min(Number.MAX_SAFE_INTEGER, ...cursors.map((cursor) => cursor.position))
    await pruneEvents(database, passed, new Date(now - keptFor))
  }

  #isPruningDue(): boolean {
    return this.#now() - this.#prunedAt >= pruneEvery
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
