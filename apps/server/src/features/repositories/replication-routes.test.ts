import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const base = '/artifactory/api/replications'
const target = 'https://other.example/artifactory/copy'
const ask = async (method: string, path: string, body?: object) => {
  const reply = await app.fetch(path, body ? json(method, body) : { method })
  return [reply.status, await reply.text()] as const
}
const listed = async (key: string) =>
  JSON.parse((await ask('GET', `${base}/${key}`))[1]) as Record<string, unknown>[]

test('a replication is kept as it was written, with defaults, and its password never comes back', async () => {
  const given = {
    url: target,
    username: 'sync',
    password: 'SECRETMARK-replication',
    cronExp: '0 0 12 * * ?',
    enabled: 'true',
    pathPrefix: 'releases/',
    syncDeletes: true,
  }
  expect((await ask('GET', `${base}/generic-local`))[0]).toBe(404)
  expect((await ask('PUT', `${base}/generic-local`, given))[0]).toBe(201)
  expect(await listed('generic-local')).toEqual([
    {
      repoKey: 'generic-local',
      url: target,
      username: 'sync',
      password: '',
      cronExp: '0 0 12 * * ?',
      enableEventReplication: false,
      enabled: true,
      socketTimeoutMillis: 15_000,
      syncDeletes: true,
      syncProperties: false,
      syncStatistics: false,
      pathPrefix: '',
      includePathPrefixPattern: 'releases/',
      excludePathPrefixPattern: '',
      checkBinaryExistenceInFilestore: false,
      disableProxy: false,
      proxyRef: '',
    },
  ])
  const rows = await app.db.selectFrom('replications').select('settings').execute()
  expect(JSON.stringify(rows)).not.toContain('SECRETMARK')
  expect((await ask('POST', `${base}/generic-local`, { url: target, syncProperties: true }))[0]).toBe(200)
  expect(await listed('generic-local')).toMatchObject([
    { syncProperties: true, syncDeletes: true, enabled: true },
  ])
  const kept = await app.db.selectFrom('replications').select('settings').executeTakeFirstOrThrow()
  expect(JSON.parse(kept.settings)).toHaveProperty('password')
  expect((await ask('DELETE', `${base}/generic-local?url=https://no.example/x`))[0]).toBe(404)
  expect((await ask('DELETE', `${base}/generic-local?url=${encodeURIComponent(target)}`))[0]).toBe(200)
  expect((await ask('GET', `${base}/generic-local`))[0]).toBe(404)
})

test('many who save one at the same moment keep one', async () => {
  const given = { url: target, cronExp: '0 0 12 * * ?' }
  const saves = Array.from({ length: 8 }, () => ask('PUT', `${base}/generic-local`, given))
  expect((await Promise.all(saves)).map(([status]) => status)).toEqual(saves.map(() => 201))
  expect(await listed('generic-local')).toHaveLength(1)
  expect((await ask('DELETE', `${base}/generic-local`))[0]).toBe(200)
})

test('several share when they run, and are set and changed together', async () => {
  const many = `${base}/multiple/npm-local`
  const both = [{ url: `${target}-1` }, { url: `${target}-2`, enabled: true }]
  const body = { cronExp: '0 0 * * * ?', enableEventReplication: true, replications: both }
  expect((await ask('PUT', many, body))[0]).toBe(201)
  expect(JSON.parse((await ask('GET', many))[1])).toMatchObject({
    cronExp: '0 0 * * * ?',
    enableEventReplication: true,
    replications: both,
  })
  const third = { ...body, replications: [{ url: `${target}-3` }] }
  expect((await ask('POST', many, third))[0]).toBe(200)
  expect(await listed('npm-local')).toHaveLength(3)
  expect((await ask('PUT', many, third))[0]).toBe(201)
  expect(await listed('npm-local')).toMatchObject([{ url: `${target}-3` }])
  expect((await ask('DELETE', many))[0]).toBe(200)
})

test('what could not work is refused', async () => {
  const put = (key: string, body: object) => ask('PUT', `${base}/${key}`, body)
  const cronExp = '0 0 12 * * ?'
  expect((await put('generic-local', { url: target }))[0]).toBe(400)
  expect((await put('generic-local', { url: 'ftp://x', cronExp }))[0]).toBe(400)
  expect((await put('generic-local', { url: target, cronExp, proxy: 'none' }))[0]).toBe(400)
  expect((await put('generic-virtual', { url: target, cronExp }))[0]).toBe(400)
  expect((await put('nowhere', { url: target, cronExp }))[0]).toBe(404)
  expect((await put('npm-remote', { cronExp }))[0]).toBe(201)
  expect(await ask('GET', '/artifactory/api/replication/npm-remote')).toEqual([
    200,
    expect.stringContaining('{"status":"never_run","lastCompleted":null,"targets":[{"url":""'),
  ])
  expect(await ask('POST', '/artifactory/api/replication/execute/npm-remote')).toEqual([
    409,
    expect.stringContaining('switched off'),
  ])
  expect((await put('generic-local', { url: target, cronExp: 'at noon' }))[0]).toBe(400)
  expect((await put('npm-remote', { enableEventReplication: true, cronExp: '' }))[0]).toBe(400)
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await ann(`${base}/npm-remote`)).status).toBe(403)
  expect((await app.anonymous(`${base}/npm-remote`)).status).toBe(401)
})

test('a local repository becomes a federated one with all it holds; its members are told', async () => {
  await makeRepository(app, 'shared', 'local')
  await app.fetch('/artifactory/shared/kept.txt', { method: 'PUT', body: 'kept' })
  const federation = '/artifactory/api/federation'
  expect((await ask('POST', `${federation}/fullSync/shared`))[0]).toBe(400)
  expect((await ask('POST', `${federation}/migrate/shared`))[0]).toBe(200)
  expect((await ask('POST', `${federation}/migrate/shared`))[0]).toBe(400)
  expect((await ask('POST', `${federation}/migrate/npm-remote`))[0]).toBe(400)
  expect((await ask('POST', `${federation}/migrate/nowhere`))[0]).toBe(404)
  const config = '/artifactory/api/repositories/shared'
  expect(JSON.parse((await ask('GET', config))[1])).toMatchObject({ rclass: 'federated', members: [] })
  expect(await (await app.fetch('/artifactory/shared/kept.txt')).text()).toBe('kept')
  expect((await ask('POST', `${federation}/fullSync/shared`))[0]).toBe(200)
  const url = 'https://other.example/artifactory/shared'
  await ask('POST', config, { members: [{ url, enabled: true }] })
  expect(JSON.parse((await ask('GET', `${federation}/status/repo/shared`))[1])).toMatchObject({
    localKey: 'shared',
    mirrorEventsStatusInfo: [{ remoteUrl: url, remoteRepoKey: 'shared' }],
  })
  expect((await ask('POST', `${federation}/fullSync/shared?mirror=https://no.example/x`))[0]).toBe(404)
  expect((await ask('POST', config, { members: [{ url: 'ftp://x', enabled: true }] }))[0]).toBe(400)
})
