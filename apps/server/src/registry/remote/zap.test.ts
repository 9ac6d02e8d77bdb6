// Zapping the caches of remote repositories, over HTTP on the whole application.
import { upstreams } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

const env = { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' }
let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

let made = 0
const remote = (config: Record<string, unknown> = {}) =>
  makeRepository(app, `zapped-${++made}`, 'remote', { url: upstream.url, ...config })
const get = (path: string) => app.fetch(`/artifactory/${path}`)
const textOf = async (path: string) => (await get(path)).text()
const asked = (path: string) => upstream.requests.filter((one) => one === `GET ${path}`).length
const zapAs = (send: TestApp['fetch'], key: string) =>
  send(`/ui/api/v1/repositories/${key}/zap-caches`, { method: 'POST' })

async function zap(key: string): Promise<void> {
  expect((await zapAs(app.fetch, key)).status).toBe(204)
  // What is asked within the same millisecond counts as asked before.
  const moment = Date.now()
  await expect.poll(() => Date.now(), { interval: 2 }).toBeGreaterThan(moment)
}

async function healthOf(key: string) {
  const reply = await app.fetch('/ui/api/v1/upstreams')
  return upstreams.list.shape.response.parse(await reply.json()).find((one) => one.repository === key)
}

test('what is kept stays and is asked about once more, also after a restart and without the upstream', async () => {
  const key = await remote()
  let content = 'one'
  upstream.on('/zap/a.txt', (request, response) => {
    if (request.headers['if-none-match'] === `"${content}"`) response.writeHead(304).end()
    else response.writeHead(200, { etag: `"${content}"` }).end(content)
  })
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  expect(asked('/zap/a.txt')).toBe(1)
  await zap(key)
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  expect(upstream.headers.at(-1)?.['if-none-match']).toBe('"one"')
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  expect(asked('/zap/a.txt')).toBe(2)

  content = 'two'
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  await zap(key)
  await upstream.stop()
  expect(await textOf(`${key}/zap/a.txt`)).toBe('one')
  await upstream.start()
  await app.restart()
  await zap(key)
  // Of a slow upstream the first answer may still be the old one.
  await expect.poll(() => textOf(`${key}/zap/a.txt`)).toBe('two')
  await app.restart()
  expect(await textOf(`${key}/zap/a.txt`)).toBe('two')
  expect(asked('/zap/a.txt')).toBe(3)
})

test('what was missing is asked for again, through a virtual repository, too', async () => {
  const key = await remote()
  const all = await makeRepository(app, 'zapped-all', 'virtual', { repositories: [key] })
  for (const from of [key, all]) expect((await get(`${from}/zap/late.txt`)).status).toBe(404)
  upstream.on('/zap/late.txt', 'here now')
  expect((await get(`${all}/zap/late.txt`)).status).toBe(404)
  await zap(key)
  expect(await textOf(`${all}/zap/late.txt`)).toBe('here now')
})

test('the pause after a failure ends, and another failure that is no outage does not bring it back', async () => {
  const key = await remote()
  upstream.on('/zap/down.txt', (_request, response) => void response.writeHead(503).end())
  expect((await get(`${key}/zap/down.txt`)).status).toBe(502)
  upstream.on('/zap/down.txt', (_request, response) => void response.writeHead(500).end())
  upstream.on('/zap/well.txt', 'well')
  expect((await get(`${key}/zap/well.txt`)).status).toBe(502)
  expect(await healthOf(key)).toMatchObject({ state: 'assumed-offline' })
  await zap(key)
  expect(await healthOf(key)).toMatchObject({ state: 'failing', assumedOfflineUntil: null })
  expect((await get(`${key}/zap/down.txt`)).status).toBe(502)
  expect(await healthOf(key)).toMatchObject({ state: 'failing', assumedOfflineUntil: null })
  expect(await textOf(`${key}/zap/well.txt`)).toBe('well')
  expect(await healthOf(key)).toMatchObject({ state: 'healthy' })
})

test('a question that was on its way is not joined, and its answer counts as old', async () => {
  const key = await remote()
  const arrived = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  upstream.on('/zap/slow.txt', (_request, response) => {
    arrived.resolve()
    void go.promise.then(() => response.end('before'))
  })
  const early = textOf(`${key}/zap/slow.txt`)
  await arrived.promise
  await zap(key)
  upstream.on('/zap/slow.txt', 'after')
  expect(await textOf(`${key}/zap/slow.txt`)).toBe('after')
  go.resolve()
  expect(await early).toBe('before')
  await expect.poll(() => textOf(`${key}/zap/slow.txt`)).toBe('after')
})

test('it is for those who manage the repository, for remote repositories only, and written to the audit log', async () => {
  const key = await remote()
  const ann = await app.user({ name: 'ann' })
  expect((await zapAs(app.as(ann), key)).status).toBe(403)
  expect((await zapAs(app.anonymous, key)).status).toBe(401)
  expect((await zapAs(app.fetch, 'nowhere')).status).toBe(404)
  const local = await makeRepository(app, 'zapped-local', 'local')
  for (const other of [local, `${key}-cache`]) {
    const reply = await zapAs(app.fetch, other)
    expect([reply.status, await reply.text()]).toEqual([
      400,
      expect.stringContaining('is not a remote repository'),
    ])
  }
  await zap(key)
  const entries = await app.db
    .selectFrom('audit')
    .select(['kind', 'actor'])
    .where('target', '=', key)
    .execute()
  expect(entries.filter(({ kind }) => kind === 'repository.caches-zapped')).toEqual([
    { kind: 'repository.caches-zapped', actor: 'admin' },
  ])
})

test('every process knows of it', async ({ skip }) => {
  skip(app.engine === 'sqlite', 'there is only one process')
  const key = await remote()
  const other = await startTestApp({ beside: app, env })
  try {
    const there = async () => (await other.fetch(`/artifactory/${key}/zap/node.txt`)).status
    expect(await there()).toBe(404)
    upstream.on('/zap/node.txt', 'for all')
    expect(await there()).toBe(404)
    await zap(key)
    expect(await there()).toBe(200)
  } finally {
    await other.close()
  }
})
