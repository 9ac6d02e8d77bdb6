// What the members of a remote repository's configuration do, one after the other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { startProxyServer, type ProxyServer } from '../../../../../tests/support/proxy-server.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let origin: TestApp
let upstream: Upstream
let proxy: ProxyServer

beforeAll(async () => {
  upstream = await startUpstream()
  proxy = await startProxyServer({ credentials: 'bindery:through' })
  origin = await startTestApp()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.0/8' } })
  const made = await app.fetch(
    '/ui/api/v1/proxies',
    json('POST', { key: 'wall', host: '127.0.0.1', port: proxy.port, user: 'bindery', password: 'through' }),
  )
  expect(made.ok).toBe(true)
})

afterAll(async () => {
  await app.close()
  await origin.close()
  await proxy.close()
  await upstream.stop()
})

let made = 0
const remote = (config: Record<string, unknown> = {}) =>
  makeRepository(app, `remote-${++made}`, 'remote', { url: upstream.url, ...config })
const get = (path: string) => app.fetch(`/artifactory/${path}`)
const textOf = async (path: string) => (await get(path)).text()
const configured = async (key: string, config: object) =>
  (await app.fetch(`/artifactory/api/repositories/${key}`, json('PUT', { rclass: 'remote', ...config })))
    .status

test('proxy: the upstream is asked through the proxy that the repository names; disableProxy goes straight', async () => {
  upstream.on('/via.txt', 'via')
  upstream.on('/straight.txt', 'straight')
  const key = await remote({ proxy: 'wall' })
  expect(await textOf(`${key}/via.txt`)).toBe('via')
  expect(proxy.seen).toEqual([expect.stringContaining(new URL(upstream.url).host)])
  await changeRepository(app, key, { disableProxy: true })
  expect(await textOf(`${key}/straight.txt`)).toBe('straight')
  expect(proxy.seen).toHaveLength(1)
  expect(await configured('nowhere', { url: upstream.url, proxy: 'unknown' })).toBe(400)
})

test('retrievalCachePeriodSecs: without an entity tag the upstream is asked by date', async () => {
  const date = 'Mon, 01 Jun 2026 10:00:00 GMT'
  const key = await remote({ retrievalCachePeriodSecs: 0 })
  upstream.on('/dated.txt', (request, response) => {
    if (request.headers['if-modified-since'] === date) response.writeHead(304).end()
    else response.writeHead(200, { 'last-modified': date }).end('dated')
  })
  for (let round = 0; round < 2; round++) expect(await textOf(`${key}/dated.txt`)).toBe('dated')
  expect(upstream.headers.at(-1)?.['if-modified-since']).toBe(date)
})

test('blackedOut: nothing is served, fetched or listed, also not through a virtual repository', async () => {
  upstream.on('/closed.txt', 'closed')
  const key = await remote({ blackedOut: true })
  const all = await makeRepository(app, `${key}-all`, 'virtual', { repositories: [key] })
  const reply = await get(`${key}/closed.txt`)
  expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('is blacked out')])
  expect((await get(`${all}/closed.txt`)).status).toBe(404)
  expect(upstream.requests).not.toContain('GET /closed.txt')
  await changeRepository(app, key, { blackedOut: false })
  expect(await textOf(`${all}/closed.txt`)).toBe('closed')
})

test('blockMismatchingMimeTypes and mismatchingMimeTypesOverrideList: a web page in place of a file', async () => {
  const page = '<html></html>'
  upstream.on('/page.jar', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  const key = await remote()
  expect((await get(`${key}/page.jar`)).status).toBe(502)
  await changeRepository(app, key, { mismatchingMimeTypesOverrideList: 'application/json,text/html' })
  expect(await textOf(`${key}/page.jar`)).toBe(page)
  const open = await remote({ blockMismatchingMimeTypes: false })
  expect(await textOf(`${open}/page.jar`)).toBe(page)
})

test('enableCookieManagement: cookies go back to the upstream that set them, also over its redirects', async () => {
  upstream.on('/door.txt', (request, response) => {
    const isKnown = request.headers.cookie === 'session=s1'
    if (isKnown) response.end('inside')
    else response.writeHead(302, { location: '/door.txt', 'set-cookie': 'session=s1; Path=/' }).end()
  })
  const key = await remote({ enableCookieManagement: true })
  expect(await textOf(`${key}/door.txt`)).toBe('inside')
  expect((await get(`${await remote()}/door.txt`)).status).toBe(502)
})

test('localAddress: connections go out from that address of the machine', async () => {
  const seen: (string | undefined)[] = []
  upstream.on('/from.txt', (request, response) => {
    seen.push(request.socket.remoteAddress)
    response.end('ok')
  })
  const key = await remote({ localAddress: '127.0.0.9' })
  expect(await textOf(`${key}/from.txt`)).toBe('ok')
  expect(seen).toEqual(['127.0.0.9'])
  const reply = await get(`${await remote({ localAddress: 'eth0' })}/from.txt`)
  expect([reply.status, await reply.text()]).toEqual([502, expect.stringContaining('is not an IP address')])
})

test('socketTimeoutMillis: an upstream that says nothing for so long is given up', async () => {
  upstream.on('/silent.txt', () => {})
  const key = await remote({ socketTimeoutMillis: 100 })
  const reply = await get(`${key}/silent.txt`)
  expect([reply.status, await reply.text()]).toEqual([
    502,
    expect.stringContaining('too slow for 0.1 seconds'),
  ])
})

test('allowAnyHostAuth: credentials go along to the host of a redirect only where that is wanted', async () => {
  upstream.on('/here.txt', (_request, response) => {
    response.writeHead(302, { location: `${upstream.url.replace('127.0.0.1', 'localhost')}/there.txt` }).end()
  })
  upstream.on('/there.txt', 'there')
  const credentials = { username: 'u', password: 'p' }
  await get(`${await remote(credentials)}/here.txt`)
  expect(upstream.headers.at(-1)?.authorization).toBeUndefined()
  await get(`${await remote({ ...credentials, allowAnyHostAuth: true })}/here.txt`)
  expect(upstream.headers.at(-1)?.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`)
})

test('synchronizeProperties, contentSynchronisation: the properties of another Bindery come along', async () => {
  await origin.fetch('/artifactory/generic-local/with.txt;stage=live;owner=a,b', { method: 'PUT', body: 'w' })
  const { name: username, password } = origin.admin
  const url = `${origin.url}/artifactory/generic-local`
  const propertiesIn = async (key: string) => {
    expect(await textOf(`${key}/with.txt`)).toBe('w')
    const reply = await app.fetch(`/artifactory/api/storage/${key}-cache/with.txt?properties`)
    return reply.status === 404 ? {} : ((await reply.json()) as { properties: object }).properties
  }
  const told = { stage: ['live'], owner: ['a', 'b'] }
  const reading = { url, username, password }
  expect(await propertiesIn(await remote({ ...reading, synchronizeProperties: true }))).toEqual(told)
  const content = { enabled: true, properties: { enabled: true } }
  expect(await propertiesIn(await remote({ ...reading, contentSynchronisation: content }))).toEqual(told)
  expect(await propertiesIn(await remote(reading))).toEqual({})
  upstream.on('/with.txt', 'w')
  expect(await propertiesIn(await remote({ synchronizeProperties: true }))).toEqual({})
})

test('listRemoteFolderItems: a folder shows what its upstream has, beside what is cached', async () => {
  const page = `<a href="../">up</a> <a href="sub/">sub/</a> <a href="a%20b.txt">a b</a> <a href="c.txt">c</a>
    <a href="c.txt">c</a> <a href="https://evil.example/x">x</a> <a href="/etc">y</a> <a href="sub/deep.txt">z</a>
    <a href="%2e%2e%2fup.txt">u</a> <a href="secret.txt">s</a> <a href="javascript:alert(1)">j</a>`
  upstream.on('/files/', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  upstream.on('/files/c.txt', 'c')
  const key = await remote({ excludesPattern: '**/secret.txt' })
  expect((await get(`${key}/files/`)).status).toBe(404)
  await changeRepository(app, key, { listRemoteFolderItems: true })
  await textOf(`${key}/files/c.txt`)
  const linksOf = async (path: string) =>
    [...(await textOf(path)).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  const links = ['../', 'c.txt', 'sub/', 'a%20b.txt']
  expect(await linksOf(`${key}/files/`)).toEqual(links)
  const all = await makeRepository(app, `${key}-all`, 'virtual', { repositories: ['generic-local', key] })
  expect(await linksOf(`${all}/files/`)).toEqual(links)
  expect(await linksOf(`${key}-cache/files/`)).toEqual(['../', 'c.txt'])
})

test('unusedArtifactsCleanupPeriodHours: what nobody asked for since leaves the cache', async () => {
  upstream.on('/old.txt', 'old')
  upstream.on('/new.txt', 'new')
  const key = await remote({ unusedArtifactsCleanupPeriodHours: 12 })
  const other = await remote()
  for (const path of [`${key}/old.txt`, `${key}/new.txt`, `${other}/old.txt`]) await textOf(path)
  // Uses are written with the counters, every few seconds and when it stops.
  await app.restart()
  const day = 24 * 3_600_000
  const before = new Date(Date.now() - day).toISOString()
  const old = `select id from nodes where path = 'old.txt'`
  await writeSql(app, `update nodes set created_at = '${before}' where path = 'old.txt'`)
  await writeSql(app, `update node_stats set downloaded_at = '${before}' where node_id in (${old})`)
  await writeSql(app, `update jobs set run_after = '${before}' where kind = 'apply-retention'`)
  // Asking for the file itself would be a use of it.
  const status = async (path: string) => (await get(`api/storage/${path}`)).status
  await expect.poll(() => status(`${key}-cache/old.txt`)).toBe(404)
  expect(await status(`${key}-cache/new.txt`)).toBe(200)
  expect(await status(`${other}-cache/old.txt`)).toBe(200)
})
