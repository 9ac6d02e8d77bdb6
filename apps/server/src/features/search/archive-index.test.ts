// Entries of archives are found soon after the archive was stored, and no longer than it is.
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { tarOf, zipOf } from '../../registry/archives/archive.fixture.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  await makeRepository(app, 'jars', 'local', { packageType: 'maven' })
})

afterAll(() => app.close())

async function put(path: string, body: Buffer): Promise<void> {
  const reply = await app.fetch(`/artifactory/${path}`, { method: 'PUT', body: new Uint8Array(body) })
  expect(reply.status).toBe(201)
}

async function aql(query: string, send = app.fetch): Promise<Record<string, unknown>[]> {
  const reply = await send('/artifactory/api/search/aql', { method: 'POST', body: query })
  const { results } = (await reply.json()) as { results: Record<string, unknown>[] }
  return results
}

const holding = (entry: string, send = app.fetch) =>
  aql(`items.find({"archive.entry.name":"${entry}"}).include("repo","path","name")`, send)

const patiently = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 90_000, interval: 100 })

const read = () => app.db.selectFrom('indexed_archives').select('sha256').execute()

/** Archives that arrive together are read in any order, so one of them says nothing about the others. */
const allRead = (count: number) => patiently(async () => expect(await read()).toHaveLength(count))

/** The run is over: what it still had to write would count as written after what a test does next. */
async function hasFollowedAll({ db }: TestApp): Promise<void> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'archive-index')
    .executeTakeFirstOrThrow()
  const events = await db.selectFrom('events').select('position').orderBy('sequence').execute()
  expect(events.filter(({ position }) => position === null)).toEqual([])
  expect(JSON.parse(value)).toEqual({ position: events.at(-1)?.position, node: null })
}

test('an archive is found by its entries: by query, by class, by rights, in every repository with its bytes', async () => {
  const jar = await zipOf({ 'org/acme/Rocket.class': 'x', 'META-INF/MANIFEST.MF': 'y', 'top.txt': 'z' })
  await put('jars/org/acme/rocket/1.0/rocket-1.0.jar', jar)
  await put('generic-local/copy.zip', jar)
  await put('generic-local/pack.tgz', gzipSync(await tarOf({ 'package/Rocket.js': 'x' })))
  await allRead(2)
  expect(await holding('Rocket.js')).toHaveLength(1)

  const names = (await holding('Rocket.class')).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['copy.zip', 'rocket-1.0.jar'])
  const triple = `{"repo":"jars","archive.entry.path":"org/acme","archive.entry.name":{"$match":"Rock*"}}`
  expect(await aql(`items.find(${triple}).include("name","archive.entry")`)).toMatchObject([
    {
      name: 'rocket-1.0.jar',
      archives: [
        {
          entries: expect.arrayContaining([
            { 'entry.name': 'Rocket.class', 'entry.path': 'org/acme' },
            { 'entry.name': 'top.txt', 'entry.path': '.' },
          ]),
        },
      ],
    },
  ])
  // Once, in however many files these bytes are.
  const entry = { 'entry.name': 'top.txt', 'entry.path': '.' }
  expect(await aql(`archive.entries.find({"name":"top.txt"})`)).toEqual([entry])
  const byClass = await app.fetch('/artifactory/api/search/archive?name=*Rocket.class&repos=jars')
  expect(await byClass.json()).toEqual({
    results: [
      {
        entry: 'org/acme/Rocket.class',
        archiveUris: [`${app.url}/artifactory/api/storage/jars/org/acme/rocket/1.0/rocket-1.0.jar`],
      },
    ],
  })
  for (const [name, count] of [
    ['org/acme/Rocket.class', 1],
    ['org/*/Rock*', 1],
    ['com/acme/Rocket.class', 0],
    ['org.acme.Rocket', 1],
    ['org.*.R*', 1],
    ['com.acme.Rocket', 0],
  ] as const) {
    const reply = await app.fetch(`/artifactory/api/search/archive?name=${name}&repos=jars`)
    const { results } = (await reply.json()) as { results: { archiveUris: string[] }[] }
    expect([name, results.map(({ archiveUris }) => archiveUris.length)]).toEqual([name, count ? [1] : []])
  }
  const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'generic-local' }] })
  expect(await holding('Rocket.class', app.as(ann))).toEqual([
    { repo: 'generic-local', path: '.', name: 'copy.zip' },
  ])
  for (const [name, include, expected] of [
    ['corner', 'copy.*', ['Rocket.class']],
    ['elsewhere', 'else/**', []],
  ] as const) {
    const user = await app.user({ name })
    const users = { [name]: ['read'] }
    await app.permission({ name, repositories: ['generic-local'], include: [include], users })
    const found = await aql('archive.entries.find({"name":{"$match":"Rocket.*"}})', app.as(user))
    expect(found.map((one) => one['entry.name'])).toEqual(expected)
  }
})

test('a file that is copied or moved to the name of an archive is one', async () => {
  await put('generic-local/named/bytes.bin', await zipOf({ 'named/Copied.class': 'x' }))
  await put('generic-local/named/other.bin', await zipOf({ 'named/Moved.class': 'x' }))
  for (const [kind, from, to] of [
    ['copy', 'bytes.bin', 'copied.jar'],
    ['move', 'other.bin', 'moved.zip'],
  ])
    await app.fetch(`/artifactory/api/${kind}/generic-local/named/${from}?to=/generic-local/named/${to}`, {
      method: 'POST',
    })
  await patiently(async () => expect(await holding('Copied.class')).toHaveLength(2))
  await patiently(async () => expect(await holding('Moved.class')).toHaveLength(1))
})

test('what is broken, no archive or a bomb is read once, within limits, and holds up nothing', async () => {
  const before = (await read()).length
  await put('generic-local/broken.zip', Buffer.from('no archive at all'))
  await put(
    'generic-local/cut.tgz',
    gzipSync(await tarOf({ 'cut/inside.txt': 'x'.repeat(5000) })).subarray(0, 40),
  )
  const bomb = gzipSync(await tarOf({ 'first.txt': 'x', 'bomb.bin': Buffer.alloc(80 * 1024 * 1024) }))
  await put('generic-local/bomb.tgz', bomb)
  await put('generic-local/odd.zip', await zipOf({ [`${'d/'.repeat(600)}deep.txt`]: 'x', 'fine.txt': 'x' }))
  await put('generic-local/good.jar', await zipOf({ 'after/All.class': 'x' }))
  await allRead(before + 5)
  expect(await holding('All.class')).toHaveLength(1)
  expect(await holding('bomb.bin')).toEqual([])
  expect(await holding('deep.txt')).toEqual([])
  expect(await holding('fine.txt')).toHaveLength(1)
})

test('a published package is found by its entries, one that is gone before they are read holds up nothing', async () => {
  const before = (await read()).length
  await app.publish('npm', 'gone-again', '1.0.0', { files: { 'lib/gone.js': '1' } })
  await app.publish('npm', 'found', '1.0.0', { files: { 'lib/found.js': '1' } })
  for (const place of ['npm-local', 'auto-trashcan/npm-local'])
    await app.fetch(`/artifactory/${place}/gone-again`, { method: 'DELETE' })
  await writeSql(
    app,
    `delete from blobs where sha256 not in (select sha256 from nodes where sha256 is not null)`,
  )
  await allRead(before + 1)
  const inside = `items.find({"archive.entry.path":"package/lib"}).include("name","archive.entry.name")`
  expect(await aql(inside)).toMatchObject([{ name: 'found-1.0.0.tgz' }])
  expect(await holding('gone.js')).toEqual([])
})

test('deleting the last file with the bytes takes the entries with it', async () => {
  await put('generic-local/gone.jar', await zipOf({ 'only/Here.class': 'x' }))
  await patiently(async () => expect(await holding('Here.class')).toHaveLength(1))
  await app.fetch('/artifactory/generic-local/gone.jar', { method: 'DELETE' })
  expect((await holding('Here.class')).map(({ repo }) => repo)).not.toContain('generic-local')
  await app.fetch('/artifactory/auto-trashcan/generic-local/gone.jar', { method: 'DELETE' })
  expect(await aql('archive.entries.find({"name":"Here.class"})')).toEqual([])
})

test('archives from before there was an index are read once, a few at a time, by the first run', async () => {
  const old = await startTestApp()
  try {
    const body = new Uint8Array(await zipOf({ 'old/Timer.class': 'x' }))
    await old.fetch('/artifactory/generic-local/old.jar', { method: 'PUT', body })
    const rows = () => old.db.selectFrom('archive_entries').select('name').execute()
    await patiently(async () => expect(await rows()).toHaveLength(1))
    await patiently(() => hasFollowedAll(old))
    // As an installation is that was made before.
    for (const made of ['archive_entries', 'indexed_archives', `settings where name = 'archive-index'`])
      await writeSql(old, `delete from ${made}`)
    expect(await rows()).toEqual([])
    await old.restart()
    await old.fetch('/artifactory/generic-local/new.txt', { method: 'PUT', body: 'wakes it' })
    await patiently(async () => expect(await rows()).toEqual([{ name: 'Timer.class' }]))
  } finally {
    await old.close()
  }
})
