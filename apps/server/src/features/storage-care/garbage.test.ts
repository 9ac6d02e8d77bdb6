import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GarbageState } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { filesBelow } from '../../../../../tests/support/stored.ts'

let app: TestApp
const settings = { isOn: false, everyHours: 4, undoDays: 1, maxGigabytes: null, maxMinutes: 60 }

beforeAll(async () => {
  app = await startTestApp()
  await save({})
  // What is deleted goes at once, not to the trash can.
  await app.fetch('/ui/api/v1/trash', json('PUT', { isOn: false, days: 14 }))
})

afterAll(() => app.close())

const save = (changed: object) =>
  app.fetch('/ui/api/v1/storage/garbage', json('PUT', { ...settings, ...changed }))
const put = (path: string, body: Buffer) =>
  app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body })
const remove = (path: string) => app.fetch(`/artifactory/generic-local/${path}`, { method: 'DELETE' })
const read = async () => GarbageState.parse(await (await app.fetch('/ui/api/v1/storage/garbage')).json())
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function run(body: object = {}) {
  const before = (await read()).runs[0]?.id
  const reply = await app.fetch('/ui/api/v1/storage/garbage/runs', json('POST', body))
  expect(reply.status).toBe(202)
  await expect
    .poll(
      async () => {
        const { isRunning, runs } = await read()
        return !isRunning && runs[0]?.id !== before
      },
      { interval: 20 },
    )
    .toBe(true)
  const { runs, ...state } = await read()
  return { ...state, last: runs[0] }
}

/** As if it had been garbage for so long. */
const age = (days: number) =>
  writeSql(
    app,
    `update blobs set unreferenced_at = '${new Date(Date.now() - days * 86_400_000).toISOString()}' where unreferenced_at is not null`,
  )

const stored = async () => ({
  rows: (await app.db.selectFrom('blobs').select('sha256').execute()).map((row) => row.sha256),
  contents: (await app.db.selectFrom('blob_contents').select('sha256').execute()).map((row) => row.sha256),
  files: (await filesBelow(join(app.home, 'blobs'))).map((path) => path.slice(3)),
})

test('from the wish to the end of the run nobody is told that nothing runs', async () => {
  for (let round = 0; round < 3; round += 1) {
    const before = (await read()).runs[0]?.id
    await app.fetch('/ui/api/v1/storage/garbage/runs', json('POST', { isPreview: true }))
    for (;;) {
      const { isRunning, runs } = await read()
      expect({ isRunning, isNew: runs[0]?.id !== before }).not.toEqual({ isRunning: false, isNew: false })
      if (!isRunning) break
    }
  }
})

test('what nothing refers to waits for the end of its time, then goes; what is shared or used again stays', async () => {
  const [small, large, shared, revived] = [1000, 100_000, 100_001, 100_002].map((size) => randomBytes(size))
  if (!small || !large || !shared || !revived) throw new Error('no bytes')
  for (const [name, bytes] of Object.entries({ small, large, shared, revived })) await put(name, bytes)
  await put('another', shared)
  for (const name of ['small', 'large', 'shared', 'revived']) await remove(name)

  const preview = await run({ isPreview: true })
  expect(preview).toMatchObject({
    due: { count: 0, bytes: 0 },
    waiting: { count: 3, bytes: 201_002 },
    last: { isPreview: true, looked: 4, removed: { count: 0 }, startedBy: 'admin', failure: null },
  })
  expect(await run()).toMatchObject({ waiting: { count: 3 }, last: { removed: { count: 0 } } })

  await age(2)
  expect((await put('again', revived)).status).toBe(201)
  expect(await run({ isPreview: true })).toMatchObject({ due: { count: 2, bytes: 101_000 } })
  expect(await run()).toMatchObject({
    due: { count: 0 },
    waiting: { count: 0 },
    last: { removed: { count: 2, bytes: 101_000 }, isCutShort: false },
  })
  const left = await stored()
  expect(left.rows.toSorted()).toEqual([shared, revived].map(digestOf).toSorted())
  expect(left.contents).toEqual([])
  for (const [name, bytes] of Object.entries({ another: shared, again: revived }))
    expect(Buffer.from(await (await app.fetch(`/artifactory/generic-local/${name}`)).arrayBuffer())).toEqual(
      bytes,
    )
  // Not gone from the disk yet: an upload that is under way may need it. Gone when that time is over.
  const aside = join(app.home, 'blobs', 'aside')
  expect(await readdir(aside)).toEqual([digestOf(large)])
  await utimes(join(aside, digestOf(large)), new Date(0), new Date(0))
  await run()
  expect(await readdir(aside)).toEqual([])
})

test('bytes without a row, as a crash leaves them, wait and go like all others; damaged ones are left alone', async () => {
  const [orphan, damaged] = [randomBytes(70_000), randomBytes(70_000)]
  const pathOf = (digest: string) => join(app.home, 'blobs', digest.slice(0, 2), digest)
  const wrong = digestOf(randomBytes(1))
  await writeFile(pathOf(digestOf(orphan)), orphan)
  await writeFile(pathOf(wrong), damaged)
  expect((await run()).last).toMatchObject({ adopted: 0 })
  for (const digest of [digestOf(orphan), wrong]) await utimes(pathOf(digest), new Date(0), new Date(0))
  expect((await run()).last).toMatchObject({ adopted: 1, removed: { count: 0 } })
  await age(2)
  expect((await run()).last).toMatchObject({ adopted: 0, removed: { count: 1, bytes: 70_000 } })
  const { files } = await stored()
  expect(files.filter((name) => name === digestOf(orphan))).toEqual([])
  expect(files).toContain(wrong)
})

test('J04: collecting without pause beside uploads and deletions of the same bytes loses nothing and refuses nobody', async () => {
  await save({ undoDays: 0 })
  const bodies = [500, 40_000, 300_000].map((size) => randomBytes(size))
  let isOver = false
  const collecting = (async () => {
    while (!isOver) await run()
  })()
  const churn = async (writer: number) => {
    const bytes = bodies[writer % bodies.length] ?? Buffer.alloc(0)
    for (let round = 0; round < 12; round++) {
      const path = `churn/${writer}`
      expect((await put(path, bytes)).status).toBe(201)
      const found = await app.fetch(`/artifactory/generic-local/${path}`)
      expect([found.status, digestOf(Buffer.from(await found.arrayBuffer()))]).toEqual([200, digestOf(bytes)])
      expect((await remove(path)).status).toBe(204)
    }
    await put(`kept/${writer}`, bytes)
  }
  await Promise.all(Array.from({ length: 9 }, (_, writer) => churn(writer)))
  isOver = true
  await collecting
  for (let writer = 0; writer < 9; writer++) {
    const found = await app.fetch(`/artifactory/generic-local/kept/${writer}`)
    const expected = digestOf(bodies[writer % bodies.length] ?? Buffer.alloc(0))
    expect(digestOf(Buffer.from(await found.arrayBuffer()))).toBe(expected)
    if (writer % bodies.length === 0) continue
    expect((await stored()).files).toContain(expected)
  }
  await save({})
})

test('Artifactory’s own calls start it; nobody but administrators may', async () => {
  for (const path of ['gc', 'prune/start', 'optimize'])
    expect((await app.fetch(`/artifactory/api/system/storage/${path}`, { method: 'POST' })).status).toBe(202)
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await ann('/ui/api/v1/storage/garbage')).status).toBe(403)
  expect((await ann('/artifactory/api/system/storage/gc', { method: 'POST' })).status).toBe(403)
  expect((await save({ undoDays: -1 })).status).toBe(400)
})
