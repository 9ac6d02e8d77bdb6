import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import type { Database } from '../db/connect.ts'
import { createTestLog, openTestDatabase } from '../db/test-database.ts'
import { transaction } from '../db/transaction.ts'
import { EventDispatcher, type DispatcherOptions } from './event-dispatcher.ts'
import { recordEvent, type RecordedEvent } from './events.ts'
import { listJobs } from './list.ts'

const open = async () => openTestDatabase(await createMigratedDatabase())

function createClock(at = '2026-01-01T00:00:00.000Z') {
  let time = Date.parse(at)
  return { now: () => new Date(time), pass: (milliseconds: number) => (time += milliseconds) }
}

const createDispatcher = (database: Database, options: Partial<DispatcherOptions>) =>
  new EventDispatcher({ database, log: createTestLog(), listeners: {}, random: () => 1, ...options })

const record = (database: Database, ...payloads: unknown[]) =>
  transaction(database, async (db) => {
    for (const payload of payloads) await recordEvent(db, 'published', payload)
  })

function collector() {
  const seen: unknown[] = []
  return { seen, handle: async (event: RecordedEvent) => void seen.push(event.payload) }
}

test('each listener gets every event once, in the order in which they were recorded', async () => {
  const database = await open()
  const [one, two] = [collector(), collector()]
  const dispatcher = createDispatcher(database, { listeners: { one, two } })
  await record(database, 1, 2, 3)
  await record(database, 4)
  await dispatcher.deliver()
  await record(database, ...Array.from({ length: 700 }, (_, index) => index + 5))
  await dispatcher.deliver()
  await dispatcher.deliver()
  const all = Array.from({ length: 704 }, (_, index) => index + 1)
  expect(one.seen).toEqual(all)
  expect(two.seen).toEqual(all)
})

test('an event of a transaction that fails did not happen', async () => {
  const database = await open()
  const one = collector()
  const failing = transaction(database, async (db) => {
    await recordEvent(db, 'published', 1)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await record(database, 2)
  await createDispatcher(database, { listeners: { one } }).deliver()
  expect(one.seen).toEqual([2])
})

test('an event that is committed late is not skipped', async ({ skip }) => {
  const database = await open()
  skip(database.engine === 'sqlite', 'transactions run one at a time')
  const one = collector()
  const dispatcher = createDispatcher(database, { listeners: { one } })
  const recorded = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const late = transaction(database, async (db) => {
    await recordEvent(db, 'published', 'recorded first, committed last')
    recorded.resolve()
    await commit.promise
  })
  await recorded.promise
  await record(database, 'recorded last, committed first')
  await dispatcher.deliver()
  expect(one.seen).toEqual(['recorded last, committed first'])
  commit.resolve()
  await late
  await dispatcher.deliver()
  expect(one.seen).toEqual(['recorded last, committed first', 'recorded first, committed last'])
})

test('many writers and several dispatchers: nothing is skipped, and the order of each writer is kept', async () => {
  const database = await open()
  const seen: [number, number][] = []
  const handle = async (event: RecordedEvent) => void seen.push(event.payload as [number, number])
  const dispatchers = [1, 2, 3].map(() => createDispatcher(database, { listeners: { one: { handle } } }))
  for (const dispatcher of dispatchers) dispatcher.start()
  onTestFinished(async () => void (await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))))
  const write = async (writer: number) => {
    for (let number = 0; number < 25; number += 1) {
      await transaction(database, async (db) => {
        await recordEvent(db, 'published', [writer, number])
        // Lets others overtake between recording and committing, where the engine allows it.
        if (database.engine === 'postgres') await delay(Math.random() * 4)
      })
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(write))
  const isComplete = () => new Set(seen.map(String)).size === 150
  await expect.poll(isComplete).toBe(true)
  for (let writer = 0; writer < 6; writer += 1) {
    const firstTimes = [...new Set(seen.filter(([from]) => from === writer).map(([, number]) => number))]
    expect(firstTimes).toEqual(Array.from({ length: 25 }, (_, index) => index))
  }
})

test('a listener only gets the kinds that it asks for', async () => {
  const database = await open()
  const one = { ...collector(), kinds: ['deleted'] }
  await transaction(database, async (db) => {
    await recordEvent(db, 'published', 1)
    await recordEvent(db, 'deleted', 2)
    await recordEvent(db, 'published', 3)
  })
  await createDispatcher(database, { listeners: { one } }).deliver()
  expect(one.seen).toEqual([2])
})

test('a listener that fails is asked again later, in order, and does not hold up the others', async () => {
  const database = await open()
  const clock = createClock()
  const seen: unknown[] = []
  let isAway = true
  const flaky = {
    handle: async (event: RecordedEvent) => {
      if (event.payload === 2 && isAway) throw new Error('away')
      seen.push(event.payload)
    },
  }
  const other = collector()
  const dispatcher = createDispatcher(database, { clock, listeners: { flaky, other } })
  await record(database, 1, 2, 3)
  await dispatcher.deliver()
  expect(seen).toEqual([1])
  expect(other.seen).toEqual([1, 2, 3])
  isAway = false
  clock.pass(4999)
  await dispatcher.deliver()
  expect(seen).toEqual([1])
  clock.pass(1)
  await dispatcher.deliver()
  expect(seen).toEqual([1, 2, 3])
})

test('an event that is refused again and again is set aside where people can see it', async () => {
  const database = await open()
  const clock = createClock()
  const seen: unknown[] = []
  let refusals = 0
  const strict = {
    handle: async (event: RecordedEvent) => {
      if (event.payload === 'bad') {
        refusals += 1
        throw new Error('cannot read this')
      }
      seen.push(event.payload)
    },
  }
  const dispatcher = createDispatcher(database, { clock, listeners: { strict } })
  await record(database, 'bad', 'good')
  for (let round = 0; round < 12; round += 1) {
    await dispatcher.deliver()
    clock.pass(3_600_000)
  }
  expect(refusals).toBe(10)
  expect(seen).toEqual(['good'])
  const failed = await listJobs(database.db, { state: 'failed', limit: 10 })
  expect(failed.items).toMatchObject([{ kind: 'event:strict', attempts: 10, lastError: 'cannot read this' }])
})

test('what was delivered is remembered, and a dispatcher that stopped lets the next one go on', async () => {
  const database = await open()
  const one = collector()
  const first = createDispatcher(database, { listeners: { one } })
  await record(database, 1, 2)
  await first.deliver()
  await first.stop()
  await record(database, 3)
  await createDispatcher(database, { listeners: { one } }).deliver()
  expect(one.seen).toEqual([1, 2, 3])
})

test('J24: after a crash each event is delivered at least once, in order, with the id that it had', async () => {
  const database = await open()
  const clock = createClock()
  const told: RecordedEvent[] = []
  let isDown = true
  const receiver = (dies: number) => ({
    async handle(event: RecordedEvent) {
      if (isDown) throw new Error('connection refused')
      told.push(event)
      // The process ends here: what it has told is not written down anywhere.
      if (told.length === dies) await new Promise(() => {})
    },
  })
  const item = (index: number) => ({ path: `item-${index % 3}`, step: index })
  await record(database, ...Array.from({ length: 250 }, (_, index) => item(index)))
  const killed = createDispatcher(database, { clock, listeners: { hook: receiver(130) } })
  // Down for longer than any pause between two tries.
  for (let round = 0; round < 5; round++) {
    await killed.deliver()
    clock.pass(600_000)
  }
  expect(told).toEqual([])
  isDown = false
  void killed.deliver()
  await expect.poll(() => told.length).toBe(130)
  await record(database, ...Array.from({ length: 50 }, (_, index) => item(250 + index)))
  clock.pass(3_600_000)
  await createDispatcher(database, { clock, listeners: { hook: receiver(-1) } }).deliver()

  const first = new Map(told.toReversed().map((event) => [event.id, event]))
  const rows = await database.db.selectFrom('events').select(['id', 'payload']).orderBy('sequence').execute()
  expect([...first.keys()].toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  for (const { id, payload } of rows) expect(first.get(id)?.payload).toEqual(JSON.parse(payload))
  // Whoever leaves out ids that it had sees each item as it happened.
  const once = [...new Map(told.map((event) => [event.id, event.payload])).values()]
  expect(once).toEqual(Array.from({ length: 300 }, (_, index) => item(index)))
  expect(told.length).toBeGreaterThan(300)
})

test('only one process delivers to a listener until its lease is over', async ({ skip }) => {
  const database = await open()
  skip(!database.isShared, 'there is only one process')
  const clock = createClock()
  const one = collector()
  const dead = createDispatcher(database, { clock, listeners: { one } })
  await record(database, 1)
  await dead.deliver()
  await record(database, 2)
  const next = createDispatcher(database, { clock, listeners: { one } })
  await next.deliver()
  expect(one.seen).toEqual([1])
  clock.pass(60_001)
  await next.deliver()
  expect(one.seen).toEqual([1, 2])
})

test('an event recorded in this process is delivered without waiting for the next poll', async () => {
  const database = await open()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const one = collector()
  const dispatcher = createDispatcher(database, { listeners: { one } })
  dispatcher.start()
  onTestFinished(() => dispatcher.stop())
  for (const payload of [1, 2, 3]) {
    await record(database, payload)
    await expect.poll(() => one.seen.at(-1)).toBe(payload)
  }
})

test('events are removed when they are old and everybody had them', async () => {
  const database = await open()
  const clock = createClock()
  const away = {
    handle: async () => {
      throw new Error('away')
    },
  }
  const one = collector()
  const count = async () => (await database.db.selectFrom('events').select('id').execute()).length
  await transaction(database, (db) => recordEvent(db, 'published', 1, clock))
  clock.pass(8 * 24 * 3_600_000)
  await createDispatcher(database, { clock, listeners: { one, away } }).deliver()
  expect(await count()).toBe(1)
  await createDispatcher(database, { clock, listeners: { one } }).deliver()
  expect(await count()).toBe(0)
  await transaction(database, (db) => recordEvent(db, 'published', 2, clock))
  await createDispatcher(database, { clock, listeners: {} }).deliver()
  expect(await count()).toBe(1)
  clock.pass(8 * 24 * 3_600_000)
  await createDispatcher(database, { clock, listeners: {} }).deliver()
  expect(await count()).toBe(0)
  // The numbers go on where they were, or those who listen would miss what follows.
  await record(database, 3)
  clock.pass(60_001)
  await createDispatcher(database, { clock, listeners: { one } }).deliver()
  expect(one.seen).toEqual([1, 3])
})
