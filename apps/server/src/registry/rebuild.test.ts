// Packages, versions and tags are made again from files and their properties alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { npmTarball } from '../../../../tests/support/builders/npm.ts'
import { writeSql } from '../../../../tests/support/sql.ts'

const base = '/artifactory/api/npm/npm-local/'
const names = ['plain', '@scoped/thing', 'tagged', 'deprecated', 'by-path']

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.publish('npm', 'plain', '1.0.0', { readme: 'The readme', manifest: { license: 'MIT' } })
  for (const version of ['2.0.0', '10.0.0', '1.0.0']) await app.publish('npm', '@scoped/thing', version)
  for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1'])
    await app.publish('npm', 'tagged', version, { tag: 'next' })
  await app.fetch(`${base}-/package/tagged/dist-tags/latest`, { method: 'PUT', body: '"1.1.0"' })
  await app.fetch(`${base}-/package/tagged/dist-tags/old`, { method: 'PUT', body: '"1.0.0"' })
  await app.fetch(`${base}-/package/tagged/dist-tags/older`, { method: 'PUT', body: '"1.0.0"' })
  await app.publish('npm', 'deprecated', '1.0.0')
  const versions = { '1.0.0': { deprecated: 'Use another' } }
  await app.fetch(`${base}deprecated`, {
    method: 'PUT',
    body: JSON.stringify({ name: 'deprecated', versions }),
  })
  await app.fetch('/artifactory/npm-local/by-path/-/by-path-1.0.0.tgz', {
    method: 'PUT',
    body: new Uint8Array(await npmTarball('by-path', '1.0.0')),
  })
})

afterAll(() => app.close())

test('after every derived row was lost, the packages are the same as before', async () => {
  const before = await everything()
  expect(before[3]).toMatchObject({ versions: { '1.0.0': { deprecated: 'Use another' } } })
  await writeSql(app, 'delete from tags; delete from versions; delete from packages;')
  await reindex()
  expect(await everything()).toEqual(before)
  expect(await versionsOfFiles()).not.toContain(null)
})

test('twice does no harm', async () => {
  const before = await everything()
  await reindex()
  await reindex()
  expect(await everything()).toEqual(before)
})

test('a version whose file is gone, and a tag that nothing says, do not survive it', async () => {
  await app.publish('npm', 'haunted', '1.0.0')
  await app.publish('npm', 'haunted', '2.0.0')
  await app.publish('npm', 'ghost', '1.0.0')
  await writeSql(
    app,
    `
    delete from nodes where path in ('haunted/-/haunted-2.0.0.tgz', 'ghost/-/ghost-1.0.0.tgz');
    insert into tags (package_id, tag, version) select id, 'phantom', '1.0.0' from packages where name = 'haunted';
  `,
  )
  await reindex()
  const Shown = z.object({ 'dist-tags': z.unknown(), versions: z.record(z.string(), z.unknown()) })
  const { versions, 'dist-tags': tags } = Shown.parse(await packument('haunted'))
  expect([Object.keys(versions), tags]).toEqual([['1.0.0'], { latest: '1.0.0' }])
  expect((await app.fetch(`${base}ghost`)).status).toBe(404)
})

test('a file that cannot be read any more does not stop the others', async () => {
  await app.publish('npm', 'aaa-broken', '1.0.0')
  await app.publish('npm', 'zzz-whole', '1.0.0')
  const { sha256 } = await app.db
    .selectFrom('nodes')
    .select('sha256')
    .where('path', '=', 'aaa-broken/-/aaa-broken-1.0.0.tgz')
    .executeTakeFirstOrThrow()
  await app.fetch('/artifactory/generic-local/junk.tgz', { method: 'PUT', body: 'no tarball' })
  await writeSql(
    app,
    `
    update nodes set sha256 = (select sha256 from nodes where path = 'junk.tgz') where sha256 = '${sha256}';
    delete from tags; delete from versions; delete from packages;
  `,
  )
  await reindex()
  expect((await app.fetch(`${base}zzz-whole`)).status).toBe(200)
  expect((await app.fetch(`${base}plain`)).status).toBe(200)
})

test('only who may manage the repository starts it', async () => {
  const ann = await app.user({
    name: 'ann',
    grants: ['read', 'deploy', 'delete'].map((action) => ({ action, repository: 'npm-local' })),
  })
  expect((await app.as(ann)(`${base}reindex`, { method: 'POST' })).status).toBe(403)
})

async function reindex(): Promise<void> {
  const reply = await app.fetch(`${base}reindex`, { method: 'POST' })
  expect(reply.status).toBe(202)
  const open = () =>
    app.db
      .selectFrom('jobs')
      .select(['state', 'last_error'])
      .where('kind', '=', 'rebuild-facts')
      .where('state', '!=', 'done')
      .execute()
  await expect.poll(open).toEqual([])
}

const everything = () => Promise.all(names.map(packument))

/** Without the count of changes and the moment of the last one: making rows again is a change. */
async function packument(name: string): Promise<unknown> {
  const reply = await app.fetch(base + name.replace('/', '%2f'))
  expect(reply.status).toBe(200)
  const { _rev, time, ...rest } = z
    .looseObject({ _rev: z.string(), time: z.looseObject({ modified: z.string() }) })
    .parse(await reply.json())
  const { modified, ...times } = time
  return { ...rest, times }
}

async function versionsOfFiles(): Promise<(string | null)[]> {
  const rows = await app.db.selectFrom('nodes').select('version_id').where('path', 'like', '%.tgz').execute()
  return rows.map((row) => row.version_id)
}
