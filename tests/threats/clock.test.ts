// Row J10 of the threat table: the clock of the machine jumps, in both directions and over the edges of the calendar, under a
// running application. Only the date is moved; whatever waits for a time to pass goes on as it is.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { zipOf } from '../../apps/server/src/registry/archives/archive.fixture.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { collectGarbage } from '../support/garbage.ts'
import { openBrowser, type Jar } from '../support/jar.ts'

const minute = 60_000

let app: TestApp
let token: string
let browser: Jar
const stored = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  await signIn()
})

afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const steps: [string, number][] = [
  ['ten minutes back', -10 * minute],
  ['ten minutes on', 10 * minute],
  ['half a minute back', -30_000],
]

const moments: [string, () => number][] = [
  ['the last moment of a year', () => Date.UTC(new Date().getUTCFullYear(), 11, 31, 23, 59, 59, 990)],
  ['weeks before that', () => Date.now() - 45 * 24 * 60 * minute],
  ['a leap day', () => Date.UTC(2028, 1, 29, 12)],
  ['the hour that summer skips', () => Date.UTC(2028, 2, 26, 0, 59, 59, 990)],
  ['the hour that autumn repeats', () => Date.UTC(2028, 9, 29, 0, 59, 59, 990)],
]

async function signIn(): Promise<void> {
  token = await app.token()
  browser = openBrowser(app)
  expect((await browser.signIn(app.admin)).status).toBe(200)
}

async function expectAlive(name: string): Promise<void> {
  const bytes = await zipOf({ [`entry-${name}.txt`]: name })
  const path = `clock/${name}.zip`
  const put = await app.as({ token })(`/artifactory/generic-local/${path}`, { method: 'PUT', body: bytes })
  expect(put.status).toBe(201)
  stored.set(path, hash('sha256', bytes))
  // Told by an event, done by a job.
  const indexed = app.db.selectFrom('archive_entries').select('name').where('name', '=', `entry-${name}.txt`)
  await expect.poll(async () => (await indexed.execute()).length).toBe(1)
  expect((await browser.send('/ui/api/v1/repositories')).status).toBe(200)
}

test.each(steps)('J10: %s: tokens, sessions, events and jobs go on', async (name, step) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + step })
  await expectAlive(name.replaceAll(' ', '-'))
})

test.each(moments)(
  'J10: to %s: whoever signs in then goes on, and half a minute before it',
  async (name, time) => {
    vi.useFakeTimers({ toFake: ['Date'], now: time() })
    await signIn()
    await expectAlive(name.replaceAll(' ', '-'))
    vi.setSystemTime(Date.now() - 30_000)
    await expectAlive(`before-${name.replaceAll(' ', '-')}`)
  },
)

test('J10: a second back, again and again: no name is given twice, and every change counts', async () => {
  for (let step = 0; step < 20; step++) {
    vi.setSystemTime(Date.now() - 1000)
    const body = `step ${step}`
    const reply = await app.fetch('/artifactory/generic-local/clock/same.txt', { method: 'PUT', body })
    expect(reply.status).toBe(201)
    expect(await (await app.fetch('/artifactory/generic-local/clock/same.txt')).text()).toBe(body)
  }
  const { ids } = await app.db
    .selectFrom('events')
    .select((eb) => eb.fn.count<number>('id').distinct().as('ids'))
    .executeTakeFirstOrThrow()
  const rows = await app.db.selectFrom('events').select('id').execute()
  expect(Number(ids)).toBe(rows.length)
})

test('J10: what is dated in the future is listed, found, kept by the garbage collector and read after a restart', async () => {
  vi.useRealTimers()
  await signIn()
  const expectAll = async () => {
    const listed = await (await app.fetch('/artifactory/api/storage/generic-local/clock?list')).text()
    for (const [path, sha256] of stored) {
      const bytes = await (await app.fetch(`/artifactory/generic-local/${path}`)).bytes()
      expect([path, hash('sha256', bytes)]).toEqual([path, sha256])
      expect(listed).toContain(sha256)
    }
  }
  await expectAll()
  await collectGarbage(app)
  await expectAll()
  await app.restart()
  await expectAll()
  await expectAlive('after-all')
})
