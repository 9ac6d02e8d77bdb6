import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { startGate, type Gate } from '../../../../../tests/support/gate.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import {
  addressOf,
  annotate,
  eventually,
  execute,
  propertiesOf,
  put,
  remove,
  replicate,
  settled,
  startMirroring,
  statusOf,
  textAt,
} from '../../../../../tests/support/mirrors.ts'

let here: TestApp
let there: TestApp
let gate: Gate

beforeAll(async () => {
  here = await startMirroring()
  there = await startMirroring()
  gate = await startGate(() => there.url)
})

afterAll(async () => {
  await here.close()
  await there.close()
  await gate.close()
})

const everything = { enableEventReplication: true, syncDeletes: true, syncProperties: true }

async function pair(key: string, settings: object = {}): Promise<string> {
  await makeRepository(here, key, 'local')
  await makeRepository(there, key, 'local')
  await replicate(here, key, { url: `${gate.url}/artifactory/${key}`, ...everything, ...settings })
  return key
}

test('a target that is down is tried again by itself, and the reason is told meanwhile', async () => {
  const key = await pair('down')
  gate.set('shut')
  await put(here, `${key}/first.txt`, 'first')
  await eventually(async () =>
    expect(await statusOf(here, key)).toMatchObject({
      status: 'error',
      targets: [{ reason: expect.stringContaining('could not be reached') as string, waiting: 1 }],
    }),
  )
  await put(here, `${key}/second.txt`, 'second')
  // The page of the repository tells the same.
  const page = await here.fetch(`/ui/api/v1/repositories/${key}/mirrors`)
  expect(await page.json()).toMatchObject([{ status: 'error', waiting: expect.any(Number) as number }])
  gate.set('open')
  expect(await settled(here, key)).toMatchObject({ status: 'ok', targets: [{ reason: null }] })
  expect(await textAt(there, `${key}/first.txt`)).toBe('first')
  expect(await textAt(there, `${key}/second.txt`)).toBe('second')
})

test('a run that a restart cuts off goes on afterwards', async () => {
  const key = await pair('restarted')
  gate.set('hold')
  for (let index = 0; index < 20; index++) await put(here, `${key}/${index}.txt`, `text ${index}`)
  await eventually(async () =>
    expect((await statusOf(here, key)).targets).toMatchObject([{ isRunning: true, waiting: 20 }]),
  )
  await here.restart()
  expect((await statusOf(here, key)).targets).toMatchObject([{ waiting: 20 }])
  gate.set('open')
  expect(await settled(here, key)).toMatchObject({ status: 'ok' })
  for (let index = 0; index < 20; index++)
    expect(await textAt(there, `${key}/${index}.txt`)).toBe(`text ${index}`)
})

test('a silent target does not hold a run for ever', async () => {
  const key = await pair('silent', { socketTimeoutMillis: 200 })
  gate.set('hold')
  await put(here, `${key}/file.txt`, 'text')
  await eventually(async () =>
    expect(await statusOf(here, key)).toMatchObject({
      status: 'error',
      targets: [{ reason: expect.stringContaining('silent for 0.2 seconds') as string }],
    }),
  )
  gate.set('open')
  await replicate(here, key, { url: `${gate.url}/artifactory/${key}`, ...everything })
  await execute(here, key)
  expect(await settled(here, key)).toMatchObject({ status: 'ok' })
})

test('wrong credentials and a refused file are told as what they are', async () => {
  const key = await pair('refused', { password: 'SECRETMARK-wrong' })
  await put(here, `${key}/file.txt`, 'text')
  await eventually(async () => {
    const { status, targets } = await statusOf(here, key)
    expect(status).toBe('error')
    expect(targets[0]?.reason).toContain('does not take these credentials (401)')
    expect(targets[0]?.reason).not.toContain('SECRETMARK')
  })
  const reader = await there.user({ name: 'reader', grants: [{ action: 'read', repository: key }] })
  const asReader = { username: reader.name, password: reader.password }
  await replicate(here, key, { url: `${gate.url}/artifactory/${key}`, ...everything, ...asReader })
  await execute(here, key)
  const { status, targets } = await settled(here, key)
  expect(status).toBe('inconsistent')
  expect(targets[0]?.reason).toMatch(/^Files that were refused: \d\. file\.txt/)
  await replicate(here, key, { url: `${gate.url}/artifactory/${key}`, ...everything })
  await execute(here, key)
  expect(await settled(here, key)).toMatchObject({ status: 'ok', targets: [{ reason: null }] })
})

test('a target that has no such repository is not called up to date', async () => {
  const key = await makeRepository(here, 'to-nowhere', 'local')
  await put(here, `${key}/file.txt`, 'text')
  await replicate(here, key, { url: `${gate.url}/artifactory/nowhere`, ...everything })
  await execute(here, key)
  expect(await settled(here, key)).toMatchObject({
    status: 'inconsistent',
    targets: [
      {
        reason: expect.stringMatching(/file\.txt: .+ answered 404: There is no repository/) as string,
        // Tried for the event, and again for the run that was asked for, unless one run settles both.
        progress: { sent: 0 },
      },
    ],
  })
})

test('B20: two repositories that replicate to each other send a change once', async () => {
  const key = await pair('both-ways')
  await replicate(there, key, { url: addressOf(here, key), ...everything })
  await put(here, `${key}/file.txt`, 'from here')
  await annotate(here, `${key}/file.txt`, 'by=here')
  await settled(here, key)
  expect(await settled(there, key)).toMatchObject({ status: 'ok', targets: [{ progress: { sent: 0 } }] })
  await put(there, `${key}/other.txt`, 'from there')
  await eventually(async () => expect(await textAt(here, `${key}/other.txt`)).toBe('from there'))
  await remove(here, `${key}/other.txt`)
  await eventually(async () => expect(await textAt(there, `${key}/other.txt`)).toBeNull())
  await settled(here, key)
  await settled(there, key)
  for (const app of [here, there]) {
    expect(await propertiesOf(app, `${key}/file.txt`)).toEqual({ by: ['here'] })
    const rows = await app.db.selectFrom('events').select(['kind', 'payload']).execute()
    const about = rows.filter(({ payload }) => payload.includes(`"${key}"`)).map(({ kind }) => kind)
    expect(about.filter((kind) => kind === 'published')).toHaveLength(2)
    expect(about.filter((kind) => kind === 'deleted')).toHaveLength(1)
  }
})
