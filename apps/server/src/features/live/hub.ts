// Everybody who follows what happens on this process. Opening, telling and checking run one after the other, so that
// nobody misses an event between what is replayed and what is new, or gets one by rights that are gone.
import type { IncomingMessage } from 'node:http'
import type { Topic } from '@bindery/contracts'
import type { Actor } from '../../access/actor.ts'
import { readVersion } from '../../access/rules/load-actor.ts'
import type { AccessVersion } from '../../access/rules/access-version.ts'
import { AppError } from '../../platform/errors.ts'
import type { RecordedEvent } from '../../platform/jobs/events.ts'
import { EventTail } from '../../platform/jobs/event-tail.ts'
import type { Services } from '../feature.ts'
import { hasSameRights, identifyAgain, sessionOf, type Listener } from './listener.ts'
import { beatOf, EventStream, greeting, messageOf } from './stream.ts'
import { prepare, type Outgoing } from './visible.ts'

interface OpenCall {
  actor: Actor
  raw: IncomingMessage
  address: string
  query: { topics: Topic[]; after?: string | undefined }
}

const mostOfOne = 40
const beatMilliseconds = 20_000
/** More at once is told as `many`: a screen asks again then, which costs less than being told of each. */
const mostAtOnce = 50

const hubs = new WeakMap<Services, LiveHub>()

export function hubOf(services: Services): LiveHub {
  const hub = hubs.get(services) ?? new LiveHub(services)
  hubs.set(services, hub)
  return hub
}

export const closeHub = (services: Services): Promise<void> => hubOf(services).close()

class LiveHub {
  readonly #services: Services
  readonly #tail: EventTail
  readonly #listeners = new Set<Listener>()
  #version: AccessVersion['people'] | undefined
  #isClosed = false
  #isBegun = false
  /** Up to here everybody was told; the tail may be further. */
  #told = 0
  #beat: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
    const { database, log } = services
    this.#tail = new EventTail({ database, log, handle: (events) => this.#inTurn(() => this.#hear(events)) })
  }

  open(call: OpenCall): Promise<EventStream> {
    return this.#inTurn(async () => {
      const { actor, raw: request, address } = call
      const owner = actor.userId ?? `nobody at ${address}`
      this.#refuseTooMany(owner)
      if (!this.#isBegun) await this.#begin()
      const topics = new Set(call.query.topics)
      const stream = new EventStream()
      const sessionId = sessionOf(request, actor)
      const listener: Listener = { stream, topics, actor, owner, sessionId, request, address }
      stream.once('close', () => this.#listeners.delete(listener))
      this.#listeners.add(listener)
      stream.send(greeting)
      // Who they are was found out before their turn came.
      await this.#endStrangers([listener])
      await this.#resume(listener, request.headers['last-event-id'] ?? call.query.after)
      return stream
    })
  }

  /** New ones are refused and open ones end; the browsers come back when somebody answers again. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#last
    this.#endAll()
    clearInterval(this.#beat)
    await this.#tail.stop()
  }

  #endAll(): void {
    for (const { stream } of this.#listeners) stream.end()
    this.#listeners.clear()
  }

  #refuseTooMany(owner: string): void {
    if (this.#isClosed) throw new AppError('not-ready', 'The server is stopping. Try again in a moment.')
    const own = [...this.#listeners].filter((listener) => listener.owner === owner).length
    if (own < mostOfOne && this.#listeners.size < this.#services.maxLiveStreams) return
    throw new AppError(
      'too-many-requests',
      'Too many event streams are open. Close some, or ask now and then.',
      {
        headers: { 'retry-after': '60' },
      },
    )
  }

  /** With the first who listens; where nobody ever does, the outbox is not looked at. */
  async #begin(): Promise<void> {
    await this.#tail.start()
    this.#isBegun = true
    this.#told = this.#tail.position
    const check = () => this.#inTurn(() => this.#check()).catch(() => this.#endAll())
    this.#beat = setInterval(() => void check(), beatMilliseconds).unref()
  }

  async #resume({ stream, actor, topics }: Listener, given: string | string[] | undefined): Promise<void> {
    if (typeof given === 'string' && /^\d{1,15}$/.test(given)) {
      const missed = this.#tail.since(Number(given))?.filter(({ position }) => position <= this.#told)
      if (missed) stream.send(textFor(await prepare(this.#services, missed), actor, topics))
      else stream.send(messageOf({ topic: 'reset', kind: 'reset', at: this.#now() }))
    }
    stream.send(beatOf(this.#told))
  }

  async #hear(events: readonly RecordedEvent[]): Promise<void> {
    this.#told = events.at(-1)?.position ?? this.#told
    try {
      if (this.#listeners.size > 0) await this.#tell(events)
    } catch (error) {
      // They come back and are told again.
      this.#endAll()
      throw error
    }
  }

  async #tell(events: readonly RecordedEvent[]): Promise<void> {
    const mayConcernRights = events.some(({ kind }) => kind === 'audited' || kind === 'setting-changed')
    const { people } = await readVersion(this.#services.access)
    if (mayConcernRights || people !== this.#version) await this.#endStrangers()
    this.#version = people
    const outgoing = await prepare(this.#services, events)
    // People with several windows, and those who may see everything, get the same text.
    const texts = new Map<Actor, Map<string, string>>()
    for (const { stream, actor, topics } of this.#listeners) {
      const byTopics = texts.get(actor) ?? new Map<string, string>()
      texts.set(actor, byTopics)
      const key = [...topics].join()
      const text = byTopics.get(key) ?? textFor(outgoing, actor, topics)
      byTopics.set(key, text)
      stream.send(text)
    }
  }

  async #check(): Promise<void> {
    await this.#endStrangers()
    const beat = beatOf(this.#told)
    for (const { stream } of this.#listeners) stream.send(beat)
  }

  /** Ends the streams of those whose session ended or whose rights changed; the latter come back at once. */
  async #endStrangers(listeners: readonly Listener[] = [...this.#listeners]): Promise<void> {
    const found = await identifyAgain(this.#services.access, listeners)
    for (const [listener, actor] of found) {
      if (actor && hasSameRights(actor, listener.actor)) {
        listener.actor = actor
        continue
      }
      const topic = actor ? 'rights' : 'session'
      listener.stream.send(messageOf({ topic, kind: 'changed', at: this.#now() }))
      listener.stream.end()
      this.#listeners.delete(listener)
    }
  }

  #now(): string {
    return this.#services.clock.now().toISOString()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch((error: unknown) => {
      if (!(error instanceof AppError))
        this.#services.log.warn('Event streams could not be served', { error })
    })
    return result
  }
}

function textFor(outgoing: readonly Outgoing[], actor: Actor, topics: ReadonlySet<Topic>): string {
  const wanted = outgoing.filter((one) => topics.has(one.topic))
  if (wanted.length > mostAtOnce) return summaryFor(wanted, actor)
  return wanted
    .filter((one) => one.isFor(actor))
    .map(({ event, position }) => messageOf(event, position))
    .join('')
}

/** One line for each topic in which there was something for this reader. */
function summaryFor(wanted: readonly Outgoing[], actor: Actor): string {
  const byTopic = Map.groupBy(wanted, ({ topic }) => topic)
  return [...byTopic]
    .flatMap(([topic, some]) => {
      const last = some.findLast((one) => one.isFor(actor))
      return last ? [messageOf({ topic, kind: 'many', at: last.event.at }, last.position)] : []
    })
    .join('')
}
