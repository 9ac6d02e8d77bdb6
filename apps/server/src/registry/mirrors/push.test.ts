import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { zipOf } from '../archives/archive.fixture.ts'
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

beforeAll(async () => {
  here = await startMirroring()
  there = await startMirroring()
})

afterAll(async () => {
  await here.close()
  await there.close()
})

/** A repository here and its copy there, under the same key. */
async function pair(key: string, settings: object): Promise<string> {
  await makeRepository(here, key, 'local')
  await makeRepository(there, key, 'local')
  await replicate(here, key, { url: addressOf(there, key), ...settings })
  return key
}

const everything = { enableEventReplication: true, syncDeletes: true, syncProperties: true }

test('what is new, changed, annotated, moved and deleted arrives by itself', async () => {
  const key = await pair('by-event', everything)
  expect(await statusOf(here, key)).toMatchObject({ status: 'never_run', lastCompleted: null })
  await put(here, `${key}/a/one.txt`, 'one')
  await put(here, `${key}/a/two.txt`, 'x'.repeat(100_000))
  await eventually(async () => {
    expect(await textAt(there, `${key}/a/one.txt`)).toBe('one')
    expect(await textAt(there, `${key}/a/two.txt`)).toHaveLength(100_000)
  })
  await put(here, `${key}/a/one.txt`, 'changed')
  await annotate(here, `${key}/a/two.txt`, 'stage=test,release;odd=a\\,b\\;c\\=d')
  await eventually(async () => {
    expect(await textAt(there, `${key}/a/one.txt`)).toBe('changed')
    expect(await propertiesOf(there, `${key}/a/two.txt`)).toEqual({
      odd: ['a,b;c=d'],
      stage: ['release', 'test'],
    })
  })
  await here.fetch(`/artifactory/api/move/${key}/a/one.txt?to=/${key}/b/three.txt`, { method: 'POST' })
  await remove(here, `${key}/a/two.txt`)
  await eventually(async () => {
    expect(await textAt(there, `${key}/a/one.txt`)).toBeNull()
    expect(await textAt(there, `${key}/a/two.txt`)).toBeNull()
    expect(await textAt(there, `${key}/b/three.txt`)).toBe('changed')
  })
  expect(await settled(here, key)).toMatchObject({
    status: 'ok',
    lastCompleted: expect.any(String) as string,
    targets: [{ reason: null }],
  })
})

test('a run compares everything: only what differs is sent, bytes that are known there are not', async () => {
  const key = await pair('by-hand', { cronExp: '0 0 3 * * ?', syncDeletes: true })
  await put(here, `${key}/same.txt`, 'the same')
  await put(here, `${key}/deep/er/known.txt`, 'known there')
  await put(here, `${key}/deep/er/new.txt`, 'new')
  await put(here, `${key}/folder/inside.txt`, 'inside')
  await put(there, `${key}/same.txt`, 'the same')
  await put(there, `${key}/folder`, 'a file where a folder is here')
  await put(there, `${key}/only/there.txt`, 'only there')
  await put(there, 'generic-local/known.txt', 'known there')
  await execute(here, key)
  const { status, targets } = await settled(here, key)
  expect(status).toBe('ok')
  expect(targets[0]?.progress).toEqual({ looked: 4, sent: 3, bytes: 9, removed: 2, refused: 0 })
  expect(await textAt(there, `${key}/deep/er/known.txt`)).toBe('known there')
  expect(await textAt(there, `${key}/deep/er/new.txt`)).toBe('new')
  expect(await textAt(there, `${key}/folder/inside.txt`)).toBe('inside')
  expect(await textAt(there, `${key}/only/there.txt`)).toBeNull()
})

test('patterns say what goes, and nothing else of the other side is touched', async () => {
  const key = await pair('by-pattern', {
    ...everything,
    includePathPrefixPattern: 'releases/',
    excludePathPrefixPattern: '**/*.tmp',
  })
  await put(there, `${key}/other/kept.txt`, 'kept')
  await put(there, `${key}/releases/old/kept.tmp`, 'kept')
  await put(there, `${key}/releases/old/gone.txt`, 'gone')
  await put(here, `${key}/snapshots/stays.txt`, 'stays')
  await put(here, `${key}/releases/stays.tmp`, 'stays')
  await put(here, `${key}/releases/goes.txt`, 'goes')
  await execute(here, key)
  expect(await settled(here, key)).toMatchObject({ status: 'ok' })
  expect(await textAt(there, `${key}/releases/goes.txt`)).toBe('goes')
  expect(await textAt(there, `${key}/releases/stays.tmp`)).toBeNull()
  expect(await textAt(there, `${key}/snapshots/stays.txt`)).toBeNull()
  expect(await textAt(there, `${key}/other/kept.txt`)).toBe('kept')
  expect(await textAt(there, `${key}/releases/old/kept.tmp`)).toBe('kept')
  expect(await textAt(there, `${key}/releases/old/gone.txt`)).toBeNull()
})

test('the clock starts a run', async () => {
  const key = await pair('by-clock', { cronExp: '* * * * * ?', enabled: false })
  await put(here, `${key}/early.txt`, 'early')
  await replicate(here, key, { url: addressOf(there, key), cronExp: '* * * * * ?' })
  await eventually(async () => expect(await textAt(there, `${key}/early.txt`)).toBe('early'))
  await replicate(here, key, { url: addressOf(there, key), cronExp: '0 0 3 * * ?' })
})

test('hundreds of files arrive, also those that are replaced while they are sent', async () => {
  const key = await pair('by-hundreds', everything)
  const names = Array.from({ length: 200 }, (_, index) => `${index % 10}/file-${index}.txt`)
  const archive = await zipOf(Object.fromEntries(names.map((name) => [name, `first ${name}`])))
  const headers = { 'x-explode-archive': 'true' }
  await here.fetch(`/artifactory/${key}/all.zip`, { method: 'PUT', body: archive, headers })
  const replaced = names.filter((_, index) => index % 20 === 0)
  for (const name of replaced) await put(here, `${key}/${name}`, `second ${name}`)
  await eventually(async () => {
    const { targets } = await settled(here, key)
    expect(targets).toMatchObject([{ reason: null }])
    expect(await textAt(there, `${key}/${names.at(-1)}`)).toBe(`first ${names.at(-1)}`)
    for (const name of replaced) expect(await textAt(there, `${key}/${name}`)).toBe(`second ${name}`)
  })
  const reply = await there.fetch(`/artifactory/api/storage/${key}?list&deep=1`)
  expect(((await reply.json()) as { files: unknown[] }).files).toHaveLength(200)
})

test('npm packages arrive as packages, with their tags and deprecations', async () => {
  const key = 'npm-mirrored'
  await makeRepository(here, key, 'local', { packageType: 'npm' })
  await makeRepository(there, key, 'local', { packageType: 'npm' })
  await replicate(here, key, { url: addressOf(there, key), ...everything })
  await here.publish('npm', 'widget', '1.0.0', { repository: key })
  await here.publish('npm', 'widget', '2.0.0', { repository: key })
  const tag = `/artifactory/api/npm/${key}/-/package/widget/dist-tags/stable`
  await here.fetch(tag, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '"1.0.0"',
  })
  await eventually(async () => {
    const reply = await there.fetch(`/artifactory/api/npm/${key}/widget`)
    expect(await reply.json()).toMatchObject({ 'dist-tags': { latest: '2.0.0', stable: '1.0.0' } })
  })
})
