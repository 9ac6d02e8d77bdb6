import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ScrubState, StorageLimitState } from '@bindery/contracts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { mountSmall } from '../../../../../tests/support/small-disk.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.fetch(
    '/ui/api/v1/storage/scrub',
    json('PUT', { isOn: false, everyDays: 7, megabytesPerSecond: 1000 }),
  )
})

afterAll(() => app.close())

const read = async () => ScrubState.parse(await (await app.fetch('/ui/api/v1/storage/scrub')).json())

async function scrub() {
  const before = (await read()).runs[0]?.id
  expect((await app.fetch('/ui/api/v1/storage/scrub/runs', { method: 'POST' })).status).toBe(202)
  const isDone = async () => {
    const { isRunning, runs } = await read()
    return !isRunning && runs[0]?.id !== before
  }
  await expect.poll(isDone, { interval: 20 }).toBe(true)
  return read()
}

test('J12: the check names bytes that are missing or damaged with the files they hurt, and forgets what was mended', async () => {
  const bodies = { good: randomBytes(1000), gone: randomBytes(50_000), bad: randomBytes(60_000) }
  for (const [name, body] of Object.entries(bodies))
    await app.fetch(`/artifactory/generic-local/scrub/${name}`, { method: 'PUT', body })
  const pathOf = (body: Buffer) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    return join(app.home, 'blobs', sha256.slice(0, 2), sha256)
  }
  const right = await readFile(pathOf(bodies.bad))
  await rm(pathOf(bodies.gone))
  await writeFile(pathOf(bodies.bad), Buffer.concat([right.subarray(1), Buffer.from('x')]))
  const found = await scrub()
  expect(found.runs[0]).toMatchObject({
    checked: { count: 3, bytes: 111_000 },
    missing: 1,
    damaged: 1,
    failure: null,
  })
  expect(found.findings.toSorted((a, b) => a.size - b.size)).toMatchObject([
    { problem: 'missing', size: 50_000, files: 1, paths: ['generic-local/scrub/gone'] },
    { problem: 'damaged', size: 60_000, files: 1, paths: ['generic-local/scrub/bad'] },
  ])
  // The right bytes stored once more mend every file that needs them.
  await app.fetch('/artifactory/generic-local/scrub/copy', { method: 'PUT', body: bodies.gone })
  await writeFile(pathOf(bodies.bad), right)
  const { findings, runs } = await scrub()
  expect([findings, runs[0]]).toMatchObject([[], { missing: 0, damaged: 0 }])
})

test('beyond the limit of the disk nothing more is stored, and the refusal says why', async ({ skip }) => {
  const folder = mountSmall(64)
  skip(folder === '', 'needs to be root to make a small file system')
  const small = await startTestApp({ parent: folder })
  onTestFinished(() => small.close())
  const save = (limits: object) => small.fetch('/ui/api/v1/storage/limits', json('PUT', limits))
  const stateAfter = async (limits: object) =>
    StorageLimitState.parse(await (await save(limits)).json()).state
  const put = (path: string) =>
    small.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: randomBytes(8 << 20) })
  expect((await put('an-eighth')).status).toBe(201)
  const limits = await small.fetch('/ui/api/v1/storage/limits')
  const { usedPercent } = StorageLimitState.parse(await limits.json())
  expect(usedPercent).toBeGreaterThan(12)
  expect(usedPercent).toBeLessThan(50)
  expect((await save({ isOn: true, warnPercent: 90, limitPercent: 50 })).status).toBe(400)
  expect(await stateAfter({ isOn: true, warnPercent: 1, limitPercent: 12 })).toBe('full')
  const refused = await put('more')
  expect(refused.status).toBe(507)
  expect(await refused.text()).toContain('limit of 12 %')
  expect(await stateAfter({ isOn: true, warnPercent: 1, limitPercent: 100 })).toBe('warning')
  expect((await put('more')).status).toBe(201)
  expect(await stateAfter({ isOn: true, warnPercent: 99, limitPercent: 100 })).toBe('ok')
})
