import { LargeFiles, type ManagedRepository, StorageInfo, StorageSummary } from '@bindery/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const key of ['small', 'large'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
})

afterAll(() => app.close())

const put = (path: string, body: string) => app.fetch(`/artifactory/${path}`, { method: 'PUT', body })
const read = async () => StorageSummary.parse(await (await app.fetch('/ui/api/v1/storage')).json())
const calculate = (path = '/ui/api/v1/storage/calculate') => app.fetch(path, { method: 'POST' })

async function computed(): Promise<StorageSummary> {
  expect((await calculate()).status).toBe(202)
  return until((summary) => summary.computing === null)
}

async function until(isReached: (summary: StorageSummary) => boolean): Promise<StorageSummary> {
  for (let tries = 0; tries < 400; tries++) {
    const summary = await read()
    if (isReached(summary)) return summary
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The storage summary was not computed')
}

const found = (summary: StorageSummary, key: string) => summary.repositories.find((one) => one.key === key)

test('a new installation is counted by itself', async () => {
  const summary = await until(({ computedAt }) => computedAt !== null)
  expect(summary).toMatchObject({
    artifacts: { files: 0, bytes: 0 },
    binaries: { count: 0, bytes: 0 },
    trend: null,
  })
})

test('ADMIN-22: tells files and bytes by repository, package type and project, after a refresh', async () => {
  await app.fetch('/access/api/v1/projects', json('POST', { project_key: 'shop', display_name: 'Shop' }))
  await app.fetch('/access/api/v1/projects/_/attach/repositories/large/shop', { method: 'PUT' })
  await put('small/a/one.txt', 'x'.repeat(1000))
  await put('large/a/b/same.txt', 'x'.repeat(1000))
  await put('large/two.txt', 'y'.repeat(3000))
  const before = await read()
  expect(found(before, 'large')?.files ?? 0).toBe(0)
  const summary = await computed()
  const listed = (await (await app.fetch('/ui/api/v1/managed-repositories')).json()) as ManagedRepository[]
  const large = listed.find(({ key }) => key === 'large')
  expect(large).toMatchObject({ files: 2, bytes: 4000 })
  // The list of repositories says how old its numbers are.
  expect(Date.parse(large?.countedAt ?? '')).toBeLessThanOrEqual(Date.parse(summary.computedAt ?? ''))
  expect(summary.repositories.slice(0, 2)).toEqual([
    {
      key: 'large',
      kind: 'local',
      format: 'generic',
      project: 'shop',
      files: 2,
      folders: 2,
      bytes: 4000,
      growth: null,
    },
    {
      key: 'small',
      kind: 'local',
      format: 'generic',
      project: '',
      files: 1,
      folders: 1,
      bytes: 1000,
      growth: null,
    },
  ])
  expect(summary.formats[0]).toMatchObject({ name: 'generic', files: 3, bytes: 5000 })
  expect(summary.projects).toMatchObject([
    { name: 'shop', repositories: 1, bytes: 4000 },
    { name: '', bytes: 1000 },
  ])
  expect(summary).toMatchObject({
    artifacts: { files: 3, folders: 3, bytes: 5000 },
    binaries: { count: 2, bytes: 4000 },
    saved: 1000,
  })
  expect(summary.computedAt).not.toBe(before.computedAt)
})

test('tells the room on the storage', async () => {
  const { disk } = await read()
  expect(disk).toMatchObject({ path: app.home, failure: null })
  expect(disk.free).toBeGreaterThan(0)
  expect(disk.total).toBeGreaterThan(disk.free)
})

describe('growth', () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const sample = (day: string, id: string, bytes: number) =>
    writeSql(app, `insert into storage_days (day, repository_id, bytes) values ('${day}', '${id}', ${bytes})`)

  test('comes from the samples of days, and is not guessed without one', async () => {
    expect((await computed()).trend).toBeNull()
    const [{ id = '' } = {}] = await app.db
      .selectFrom('repositories')
      .select('id')
      .where('key', '=', 'large')
      .execute()
    await sample(dayBefore(10), '', 1000)
    await sample(dayBefore(10), id, 500)
    const { trend, disk, repositories } = await computed()
    expect(trend).toMatchObject({ since: dayBefore(10), bytesPerDay: 300 })
    expect(Math.abs((trend?.fullInDays ?? 0) - disk.free / 300)).toBeLessThan(disk.free / 3000)
    expect(repositories.map(({ key, growth }) => [key, growth]).slice(0, 2)).toEqual([
      ['large', 3500],
      ['small', null],
    ])
  })

  test('says nothing of the end when it shrinks; one sample a day is kept, and not for ever', async () => {
    await sample(dayBefore(20), '', 90_000_000)
    await sample(dayBefore(500), '', 1)
    const { trend } = await computed()
    expect(trend?.fullInDays).toBeNull()
    const days = await app.db
      .selectFrom('storage_days')
      .select('day')
      .where('repository_id', '=', '')
      .execute()
    expect(days.map(({ day }) => day).toSorted()).toEqual([dayBefore(20), dayBefore(10), dayBefore(0)])
  })
})

test('a repository that is deleted is gone from the numbers at once', async () => {
  await app.fetch('/ui/api/v1/repositories', json('POST', { key: 'brief', kind: 'local', format: 'generic' }))
  await put('brief/a.txt', 'z')
  expect(found(await computed(), 'brief')?.files).toBe(1)
  await app.fetch('/ui/api/v1/repositories/brief', { method: 'DELETE' })
  expect(found(await read(), 'brief')).toBeUndefined()
})

test('Artifactory’s own calls tell the same, in its words', async () => {
  const accepted = await calculate('/artifactory/api/storageinfo/calculate')
  expect([accepted.status, await accepted.json()]).toEqual([
    202,
    { info: expect.stringContaining('Calculating') },
  ])
  await until(({ computing }) => computing === null)
  const info = StorageInfo.parse(await (await app.fetch('/artifactory/api/storageinfo')).json())
  expect(info.binariesSummary).toMatchObject({
    artifactsCount: '3',
    itemsCount: '6',
    artifactsSize: '4.88 KB',
    optimization: expect.stringMatching(/^\d+\.\d\d%$/),
  })
  expect(info.fileStoreSummary).toMatchObject({ storageType: 'file-system', storageDirectory: app.home })
  expect(info.repositoriesSummaryList.find(({ repoKey }) => repoKey === 'large')).toEqual({
    repoKey: 'large',
    repoType: 'LOCAL',
    foldersCount: 2,
    filesCount: 2,
    usedSpace: '3.91 KB',
    usedSpaceInBytes: 4000,
    itemsCount: 4,
    packageType: 'Generic',
    projectKey: 'shop',
    percentage: '80.00%',
  })
  expect(info.repositoriesSummaryList.find(({ repoType }) => repoType === 'CACHE')).toMatchObject({
    repoKey: 'npm-remote-cache',
    packageType: 'Npm',
  })
  expect(info.repositoriesSummaryList.at(-1)).toMatchObject({
    repoKey: 'TOTAL',
    repoType: 'NA',
    filesCount: 3,
  })
})

test('only administrators see it', async () => {
  const ann = app.as(await app.user({ name: 'ann' }))
  for (const path of ['/ui/api/v1/storage', '/artifactory/api/storageinfo'])
    expect([path, (await ann(path)).status]).toEqual([path, 403])
  expect((await ann('/artifactory/api/storageinfo/calculate', { method: 'POST' })).status).toBe(403)
})

test('what was stored meanwhile is counted without anybody asking, and not again while nothing happens', async () => {
  const schedule = 'schedule:compute-storage'
  const look = () =>
    writeSql(app, `update jobs set run_after = '2000-01-01T00:00:00.000Z' where id = '${schedule}'`)
  const files = async () => found(await read(), 'small')?.files ?? 0
  const before = await files()
  await put('small/b/late.txt', 'z'.repeat(500))
  await expect
    .poll(
      async () => {
        await look()
        return files()
      },
      { interval: 500 },
    )
    .toBe(before + 1)
  const { computedAt } = await read()
  await look()
  const job = app.db.selectFrom('jobs').select('run_after').where('id', '=', schedule)
  await expect.poll(async () => (await job.executeTakeFirstOrThrow()).run_after).not.toMatch(/^2000/)
  expect((await read()).computedAt).toBe(computedAt)
})

test('the largest files are told largest first, and those of them that nobody has used for some time', async () => {
  const mebibyte = 1024 * 1024
  await put('small/big/old.bin', 'o'.repeat(2 * mebibyte))
  await put('small/big/used.bin', 'u'.repeat(3 * mebibyte))
  await put('large/big/new.bin', 'n'.repeat(4 * mebibyte))
  await put('large/big/tiny.bin', 't')
  await writeSql(
    app,
    `update nodes set created_at = '2020-01-01T00:00:00.000Z' where path in ('big/old.bin', 'big/used.bin')`,
  )
  await writeSql(
    app,
    `insert into node_stats (node_id, downloads, downloaded_at, downloaded_by)
     select id, 1, '${new Date().toISOString()}', 'ann' from nodes where path = 'big/used.bin'`,
  )
  const ask = async (query = '') => {
    const reply = await app.fetch(`/ui/api/v1/storage/large-files${query}`)
    return LargeFiles.parse(await reply.json()).items.map(({ repository, path }) => `${repository}/${path}`)
  }
  expect(await ask()).toEqual(['large/big/new.bin', 'small/big/used.bin', 'small/big/old.bin'])
  expect(await ask('?unusedDays=180')).toEqual(['small/big/old.bin'])
  expect((await app.fetch('/ui/api/v1/storage/large-files?unusedDays=0')).status).toBe(400)
  const user = app.as(await app.user({ name: 'no-admin' }))
  expect((await user('/ui/api/v1/storage/large-files')).status).toBe(403)
})
