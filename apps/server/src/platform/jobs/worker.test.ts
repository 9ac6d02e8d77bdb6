import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMigratedDatabase } from '../../../../../tests/support/template.ts'
import type { Database } from '../db/connect.ts'
import { createTestLog, openTestDatabase } from '../db/test-database.ts'
import { transaction } from '../db/transaction.ts'
import { listJobs } from './list.ts'
import { cancelJob } from './cancel.ts'
import { enqueue, type EnqueueOptions } from './queue.ts'
import { listTasks } from './tasks.ts'
import { JobWorker, type WorkerOptions } from './worker.ts'

const open = async () => openTestDatabase(await createMigratedDatabase())

function createClock(at = '2026-01-01T00:00:00.000Z') {
  let time = Date.parse(at)
  return { now: () => new Date(time), pass: (milliseconds: number) => (time += milliseconds) }
}

const createWorker = (database: Database, options: Partial<WorkerOptions>) =>
  new JobWorker({ database, log: createTestLog(), handlers: {}, random: () => 1, ...options })

const add = (database: Database, kind: string, payload: unknown = {}, options: EnqueueOptions = {}) =>
  transaction(database, (db) => enqueue(db, kind, payload, options))

const rowOf = (database: Database, id: string) =>
  database.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a job runs with its payload and is done', async () => {
  const database = await open()
  const seen: unknown[] = []
  const worker = createWorker(database, { handlers: { greet: async (payload) => void seen.push(payload) } })
  const id = await add(database, 'greet', { name: 'ann' })
  await worker.runDue()
  expect(seen).toEqual([{ name: 'ann' }])
  expect(await rowOf(database, id)).toMatchObject({
    state: 'done',
    attempts: 1,
    claimed_by: null,
    last_error: null,
  })
  await worker.runDue()
  expect(seen).toHaveLength(1)
})

test('a job of a transaction that fails does not exist', async () => {
  const database = await open()
  const failing = transaction(database, async (db) => {
    await enqueue(db, 'greet', {})
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await listJobs(database.db, { limit: 10 })).items).toEqual([])
})

test('enqueueing outside a transaction is refused', async () => {
  const database = await open()
  await expect(enqueue(database.db, 'greet', {})).rejects.toThrow('transaction')
})

test('a job waits until its time', async () => {
  const database = await open()
  const clock = createClock()
  let runs = 0
  const worker = createWorker(database, { clock, handlers: { greet: async () => void (runs += 1) } })
  await add(database, 'greet', {}, { clock, runAfter: new Date(clock.now().getTime() + 60_000) })
  await worker.runDue()
  expect(runs).toBe(0)
  clock.pass(60_000)
  await worker.runDue()
  expect(runs).toBe(1)
})

test('a failing job is tried again, later each time, and then failed with its reason', async () => {
  const database = await open()
  const clock = createClock()
  const attempts: number[] = []
  const handlers = {
    fail: async (_payload: unknown, { attempt }: { attempt: number }) => {
      attempts.push(attempt)
      throw new Error('the mail server is away')
    },
  }
  const worker = createWorker(database, { clock, handlers, maxAttempts: { fail: 4 } })
  const id = await add(database, 'fail', {}, { clock })
  const waits: number[] = []
  for (let round = 0; round < 4; round += 1) {
    await worker.runDue()
    const row = await rowOf(database, id)
    if (row.state === 'failed') break
    expect(row).toMatchObject({ state: 'waiting', last_error: 'the mail server is away', claimed_by: null })
    const wait = Date.parse(row.run_after) - clock.now().getTime()
    waits.push(wait)
    clock.pass(wait - 1)
    await worker.runDue()
    expect(attempts).toHaveLength(round + 1)
    clock.pass(1)
  }
  expect(waits).toEqual([5000, 10_000, 20_000])
  expect(attempts).toEqual([1, 2, 3, 4])
  expect(await rowOf(database, id)).toMatchObject({
    state: 'failed',
    attempts: 4,
    last_error: 'the mail server is away',
  })
})

test('several workers never run one job at the same time, and run each once', async () => {
  const database = await open()
  const running = new Set<string>()
  const runs = new Map<string, number>()
  const doubled: string[] = []
  const handlers = {
    work: async (_payload: unknown, { id }: { id: string }) => {
      if (running.has(id)) doubled.push(id)
      running.add(id)
      runs.set(id, (runs.get(id) ?? 0) + 1)
      await delay(2)
      running.delete(id)
    },
  }
  await transaction(database, async (db) => {
    for (let number = 0; number < 60; number += 1) await enqueue(db, 'work', { number })
  })
  const workers = Array.from({ length: 4 }, () => createWorker(database, { handlers, concurrency: 3 }))
  await Promise.all(workers.map((worker) => worker.runDue()))
  expect(doubled).toEqual([])
  expect([...runs.values()]).toEqual(Array.from({ length: 60 }, () => 1))
})

test('no more jobs run at once than allowed', async () => {
  const database = await open()
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await delay(5)
    running -= 1
  }
  for (let number = 0; number < 10; number += 1) await add(database, 'work')
  await createWorker(database, { handlers: { work }, concurrency: 3 }).runDue()
  expect(most).toBe(3)
})

test('a job whose worker died is taken over when its lease is over, and not before', async () => {
  const database = await open()
  const clock = createClock()
  const id = await add(database, 'work', {}, { clock })
  const dead = createWorker(database, { clock, handlers: { work: () => new Promise(() => {}) } })
  void dead.runDue()
  await expect.poll(async () => (await rowOf(database, id)).state).toBe('running')
  let runs = 0
  const alive = createWorker(database, { clock, handlers: { work: async () => void (runs += 1) } })
  clock.pass(59_000)
  await alive.runDue()
  expect(runs).toBe(0)
  clock.pass(2000)
  await alive.runDue()
  expect(runs).toBe(1)
  expect(await rowOf(database, id)).toMatchObject({ state: 'done', attempts: 2 })
})

test('a job that ends the process each time is failed in the end', async () => {
  const database = await open()
  const clock = createClock()
  const id = await add(database, 'work', {}, { clock })
  const state = {
    state: 'running',
    attempts: 10,
    claimed_by: 'gone',
    claimed_until: clock.now().toISOString(),
  }
  await transaction(database, (db) => db.updateTable('jobs').set(state).where('id', '=', id).execute())
  clock.pass(1000)
  let runs = 0
  await createWorker(database, { clock, handlers: { work: async () => void (runs += 1) } }).runDue()
  expect(runs).toBe(0)
  expect(await rowOf(database, id)).toMatchObject({
    state: 'failed',
    last_error: 'The process ended each time this job ran.',
  })
})

test('a long job keeps its lease, and one that lost it is told', async () => {
  const database = await open()
  const told = Promise.withResolvers<unknown>()
  const handlers = {
    work: (_payload: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          told.resolve(signal.reason)
          resolve()
        })
      }),
  }
  const worker = createWorker(database, { handlers, leaseMilliseconds: 150 })
  await worker.start()
  onTestFinished(() => worker.stop(0))
  const id = await add(database, 'work')
  await expect.poll(async () => (await rowOf(database, id)).state).toBe('running')
  const first = (await rowOf(database, id)).claimed_until ?? ''
  await expect.poll(async () => ((await rowOf(database, id)).claimed_until ?? '') > first).toBe(true)
  await transaction(database, (db) =>
    db
      .updateTable('jobs')
      .set({ claimed_by: 'another', claimed_until: '9999-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute(),
  )
  expect(await told.promise).toEqual(new Error('Another worker has taken this job, or it was cancelled.'))
  await expect.poll(async () => (await rowOf(database, id)).claimed_by).toBe('another')
})

test('a job enqueued in this process starts at once', async () => {
  const database = await open()
  stopPolling()
  const ran = Promise.withResolvers<void>()
  const worker = createWorker(database, { handlers: { greet: async () => ran.resolve() } })
  await worker.start()
  onTestFinished(() => worker.stop(0))
  await add(database, 'greet')
  await expect(ran.promise).resolves.toBeUndefined()
})

function stopPolling(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('stopping waits for what is running and starts nothing more', async () => {
  const database = await open()
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const runs: number[] = []
  const handlers = {
    work: async (payload: unknown) => {
      runs.push(Number(payload))
      begun.resolve()
      await finish.promise
    },
  }
  const worker = createWorker(database, { handlers, concurrency: 1 })
  await worker.start()
  const id = await add(database, 'work', 1)
  await begun.promise
  await add(database, 'work', 2)
  const stopped = worker.stop()
  finish.resolve()
  await stopped
  expect(await rowOf(database, id)).toMatchObject({ state: 'done' })
  expect(runs).toEqual([1])
})

test('stopping does not wait for ever', async () => {
  const database = await open()
  const begun = Promise.withResolvers<AbortSignal>()
  const handlers = {
    work: (_payload: unknown, { signal }: { signal: AbortSignal }) => {
      begun.resolve(signal)
      return new Promise<void>(() => {})
    },
  }
  const worker = createWorker(database, { handlers })
  await worker.start()
  await add(database, 'work')
  const signal = await begun.promise
  await worker.stop(10)
  expect(signal.aborted).toBe(true)
})

test('two calls with one id make one job, and one that runs is run once more', async () => {
  const database = await open()
  const clock = createClock()
  const payloads: unknown[] = []
  const handlers = {
    index: async (payload: unknown) => {
      payloads.push(payload)
      if (payloads.length === 1) await add(database, 'index', 'third', { id: 'index:npm', clock })
    },
  }
  await add(database, 'index', 'first', { id: 'index:npm', clock })
  await add(database, 'index', 'second', { id: 'index:npm', clock })
  const worker = createWorker(database, { clock, handlers })
  await worker.runDue()
  expect(payloads).toEqual(['second', 'third'])
  expect(await rowOf(database, 'index:npm')).toMatchObject({ state: 'done' })
  await add(database, 'index', 'fourth', { id: 'index:npm', clock })
  await worker.runDue()
  expect(payloads).toEqual(['second', 'third', 'fourth'])
})

test('a schedule runs once in its interval, however many workers there are, and goes on after failures', async () => {
  const database = await open()
  const clock = createClock()
  let runs = 0
  const handlers = {
    tidy: async () => {
      runs += 1
      if (runs === 2) throw new Error('oops')
    },
  }
  const schedules = { tidy: { everyMinutes: 30 } }
  const workers = [1, 2, 3].map(() =>
    createWorker(database, { clock, handlers, schedules, maxAttempts: { tidy: 1 } }),
  )
  for (const worker of workers) {
    await worker.start()
    onTestFinished(() => worker.stop(0))
  }
  const runAll = () => Promise.all(workers.map((worker) => worker.runDue()))
  for (const expected of [1, 2, 3]) {
    await runAll()
    await expect.poll(() => runs).toBe(expected)
    await expect.poll(async () => (await rowOf(database, 'schedule:tidy')).state).toBe('waiting')
    clock.pass(29 * 60_000)
    await runAll()
    expect(runs).toBe(expected)
    clock.pass(60_000)
  }
  expect(await rowOf(database, 'schedule:tidy')).toMatchObject({
    state: 'waiting',
    attempts: 0,
    last_error: null,
  })
})

test('J10: a clock that was ahead and is set back stalls neither schedules nor jobs, and starts no storm', async () => {
  const database = await open()
  const clock = createClock()
  const runs = { tidy: 0, once: 0 }
  const worker = createWorker(database, {
    clock,
    handlers: { tidy: async () => void (runs.tidy += 1), once: async () => void (runs.once += 1) },
    schedules: { tidy: { everyMinutes: 30 } },
  })
  await worker.start()
  onTestFinished(() => worker.stop(0))
  const runDue = async () => {
    await worker.runDue()
    await expect.poll(async () => (await rowOf(database, 'schedule:tidy')).state).toBe('waiting')
    return { ...runs }
  }
  expect(await runDue()).toEqual({ tidy: 1, once: 0 })
  const year = 365 * 86_400_000
  clock.pass(year)
  expect(await runDue()).toEqual({ tidy: 2, once: 0 })
  await add(database, 'once', {}, { clock, runAfter: new Date(clock.now().getTime() + 60_000) })
  clock.pass(-year)
  expect(await runDue()).toEqual({ tidy: 2, once: 1 })
  clock.pass(30 * 60_000)
  expect(await runDue()).toEqual({ tidy: 3, once: 1 })
  // A second back, again and again.
  for (let step = 0; step < 10; step++) {
    clock.pass(-1000)
    expect(await runDue()).toEqual({ tidy: 3, once: 1 })
  }
})

test('finished jobs are removed after a while, failed ones later', async () => {
  const database = await open()
  const clock = createClock()
  const handlers = {
    work: async () => {},
    fail: async () => {
      throw new Error('no')
    },
  }
  const worker = createWorker(database, { clock, handlers, maxAttempts: { fail: 1 } })
  await worker.start()
  onTestFinished(() => worker.stop(0))
  const done = await add(database, 'work', {}, { clock })
  const failed = await add(database, 'fail', {}, { clock })
  await expect.poll(async () => (await rowOf(database, failed)).state).toBe('failed')
  await expect.poll(async () => (await rowOf(database, done)).state).toBe('done')
  const kept = async () =>
    (await listJobs(database.db, { limit: 100 })).items
      .map((job) => job.id)
      .filter((id) => !id.startsWith('schedule:'))
  clock.pass(23 * 3_600_000)
  await worker.runDue()
  expect(await kept()).toEqual([failed, done].toSorted().toReversed())
  clock.pass(2 * 3_600_000)
  await worker.runDue()
  await expect.poll(kept).toEqual([failed])
  clock.pass(30 * 24 * 3_600_000)
  await worker.runDue()
  await expect.poll(kept).toEqual([])
})

test('jobs are listed newest first, page by page, and by state', async () => {
  const database = await open()
  const clock = createClock()
  const ids: string[] = []
  for (let number = 0; number < 5; number += 1) {
    ids.push(await add(database, number === 4 ? 'later' : 'work', {}, { clock }))
    clock.pass(1)
  }
  await createWorker(database, { clock, handlers: { work: async () => {} } }).runDue()
  const newest = ids.toReversed()
  const first = await listJobs(database.db, { limit: 3 })
  expect(first).toMatchObject({ total: 5, hasNextPage: true, endCursor: newest[2] })
  expect(first.items.map((job) => job.id)).toEqual(newest.slice(0, 3))
  const second = await listJobs(database.db, { limit: 3, after: first.endCursor ?? '' })
  expect(second.items.map((job) => job.id)).toEqual(newest.slice(3))
  expect(second.hasNextPage).toBe(false)
  const waiting = await listJobs(database.db, { limit: 3, state: 'waiting' })
  expect(waiting.items).toEqual([
    {
      id: ids[4],
      kind: 'later',
      state: 'waiting',
      attempts: 0,
      runAfter: '2026-01-01T00:00:00.004Z',
      createdAt: '2026-01-01T00:00:00.004Z',
      finishedAt: null,
      lastError: null,
      startedAt: null,
      progress: null,
    },
  ])
  expect(waiting.total).toBe(1)
})

test('a job says how far it is, and gives up when it is cancelled while it runs', async () => {
  const database = await open()
  const ended = Promise.withResolvers<unknown>()
  const worker = createWorker(database, {
    nodeId: 'node:one',
    handlers: {
      slow: async (_payload, { signal, report }) => {
        await report('half of it')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended.resolve(signal.reason)
      },
    },
  })
  await worker.start()
  const id = await add(database, 'slow')
  await expect.poll(async () => (await rowOf(database, id)).progress).toBe('half of it')
  expect((await listTasks(database.db)).find((task) => task.id === id)).toMatchObject({
    state: 'running',
    nodeId: 'node:one',
    progress: 'half of it',
    started: expect.stringMatching(/Z$/),
  })
  await transaction(database, (db) => cancelJob(db, id, 'ann', new Date()))
  expect(await ended.promise).toBeInstanceOf(Error)
  await worker.stop()
  expect(await rowOf(database, id)).toMatchObject({ state: 'failed', last_error: 'Cancelled by ann.' })
})
