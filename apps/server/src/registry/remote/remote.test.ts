// Remote repositories against upstreams that tell the truth, over HTTP on the whole application.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { changeRepository, makeRepository } from '../../../../../tests/support/repositories.ts'
import { startUpstream, type Upstream } from '../../../../../tests/support/upstream.ts'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

let made = 0
const remote = (config: Record<string, unknown> = {}) =>
  makeRepository(app, `remote-${++made}`, 'remote', { url: upstream.url, ...config })

const get = (path: string, init?: RequestInit) => app.fetch(`/artifactory/${path}`, init)
const asked = (path: string) => upstream.requests.filter((one) => one === `GET ${path}`).length
const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')

async function sentence(reply: Response): Promise<string> {
  const body = (await reply.json()) as { errors: { message: string }[] }
  return body.errors[0]?.message ?? ''
}

describe('a file', () => {
  test('is fetched once, comes with its digests, and lies in the cache', async () => {
    const key = await remote()
    upstream.on('/tools/a.txt', 'from upstream')
    const first = await get(`${key}/tools/a.txt`)
    expect(await first.text()).toBe('from upstream')
    expect(first.headers.get('x-checksum-sha1')).toBe(sha1(Buffer.from('from upstream')))
    expect(await (await get(`${key}/tools/a.txt`)).text()).toBe('from upstream')
    expect(asked('/tools/a.txt')).toBe(1)
    const cached = await get(`${key}-cache/tools/a.txt`, { method: 'HEAD' })
    expect([cached.status, cached.headers.get('content-length')]).toEqual([200, '13'])
    expect(await (await get(`${key}-cache/tools/`)).text()).toContain('a.txt')
    expect(await (await get(`${key}/tools/a.txt.sha1`)).text()).toBe(sha1(Buffer.from('from upstream')))
  })

  test('of many megabytes is passed on while it arrives, to fifty clients with one question', async () => {
    const key = await remote()
    const bytes = randomBytes(3_000_000)
    const go = Promise.withResolvers<void>()
    upstream.on('/big.bin', (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.byteLength })
      response.write(bytes.subarray(0, 2_000_000))
      void go.promise.then(() => response.end(bytes.subarray(2_000_000)))
    })
    const before = asked('/big.bin')
    const replies = await Promise.all(Array.from({ length: 50 }, () => get(`${key}/big.bin`)))
    // All of them have begun, and the upstream has not ended yet.
    const [leaver, ...others] = replies
    await leaver?.body?.cancel()
    go.resolve()
    const bodies = await Promise.all(others.map(async (one) => Buffer.from(await one.arrayBuffer())))
    expect(bodies.every((one) => one.equals(bytes))).toBe(true)
    expect(asked('/big.bin') - before).toBe(1)
    const again = await get(`${key}/big.bin`, { headers: { range: 'bytes=10-19' } })
    expect(again.status).toBe(206)
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
  })

  test('a range of what is not cached is served from what arrives, and the cache holds the whole', async () => {
    const key = await remote()
    const bytes = randomBytes(1_500_000)
    upstream.on('/part.bin', bytes)
    const part = await get(`${key}/part.bin`, { headers: { range: 'bytes=1000000-1000009' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000000-1000009/1500000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000_000, 1_000_010))).toBe(true)
    await expect.poll(async () => (await get(`${key}-cache/part.bin`)).status).toBe(200)
    expect(Buffer.from(await (await get(`${key}/part.bin`)).arrayBuffer()).equals(bytes)).toBe(true)
    expect(asked('/part.bin')).toBe(1)
  })

  test('is asked about again when it is old, by what the upstream compares', async () => {
    const key = await remote({ retrievalCachePeriodSecs: 0 })
    upstream.on('/mutable.txt', (request, response) => {
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"one"' }).end('one')
    })
    for (let round = 0; round < 3; round++) expect(await (await get(`${key}/mutable.txt`)).text()).toBe('one')
    expect(asked('/mutable.txt')).toBe(3)
    upstream.on('/mutable.txt', (_request, response) => {
      response.writeHead(200, { etag: '"two"' }).end('two')
    })
    expect(await (await get(`${key}/mutable.txt`)).text()).toBe('two')
  })

  test('that is not there is not asked for again for a while, and is found when the time is over', async () => {
    const [patient, eager] = [await remote(), await remote({ missedRetrievalCachePeriodSecs: 0 })]
    for (const key of [patient, patient, eager]) expect((await get(`${key}/late.txt`)).status).toBe(404)
    expect(asked('/late.txt')).toBe(2)
    upstream.on('/late.txt', 'here now')
    expect((await get(`${eager}/late.txt`)).status).toBe(200)
    expect((await get(`${patient}/late.txt`)).status).toBe(404)
  })

  test('survives a restart and the loss of the upstream', async () => {
    const key = await remote({ retrievalCachePeriodSecs: 0 })
    upstream.on('/kept.txt', 'kept')
    expect((await get(`${key}/kept.txt`)).status).toBe(200)
    await app.restart()
    await upstream.stop()
    expect(await (await get(`${key}/kept.txt`)).text()).toBe('kept')
    const other = await get(`${key}/other.txt`)
    expect(other.status).toBe(502)
    expect(await sentence(other)).toContain(key)
    await upstream.start()
  })

  test('with hard failure, what is old is not served when the upstream fails', async () => {
    const key = await remote({ retrievalCachePeriodSecs: 0, hardFail: true, assumedOfflinePeriodSecs: 0 })
    upstream.on('/hard.txt', 'hard')
    expect((await get(`${key}/hard.txt`)).status).toBe(200)
    upstream.on('/hard.txt', (_request, response) => void response.writeHead(500).end())
    expect((await get(`${key}/hard.txt`)).status).toBe(502)
  })

  test('offline, only the cache answers; deleting from the cache is deleting', async () => {
    const key = await remote()
    upstream.on('/on.txt', 'on')
    expect((await get(`${key}/on.txt`)).status).toBe(200)
    await changeRepository(app, key, { offline: true })
    expect((await get(`${key}/on.txt`)).status).toBe(200)
    expect((await get(`${key}-cache/on.txt`, { method: 'DELETE' })).status).toBe(204)
    const gone = await get(`${key}/on.txt`)
    expect(gone.status).toBe(404)
    expect(await sentence(gone)).toContain('offline')
  })

  test('can be passed through without being kept, ranges and heads too', async () => {
    const key = await remote({ storeArtifactsLocally: false })
    const bytes = randomBytes(700_000)
    upstream.on('/passed.bin', (request, response) => {
      const isPart = request.headers.range === 'bytes=0-9'
      response.writeHead(isPart ? 206 : 200, {
        'content-length': isPart ? 10 : bytes.byteLength,
        ...(isPart && { 'content-range': 'bytes 0-9/700000' }),
      })
      response.end(isPart ? bytes.subarray(0, 10) : bytes)
    })
    expect(Buffer.from(await (await get(`${key}/passed.bin`)).arrayBuffer()).equals(bytes)).toBe(true)
    expect((await get(`${key}/passed.bin`, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    const head = await get(`${key}/passed.bin`, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe('700000')
    expect((await get(`${key}-cache/passed.bin`)).status).toBe(404)
  })

  test('a head of what is not cached asks for a head, or fetches it where heads are refused', async () => {
    const [key, other] = [await remote(), await remote({ bypassHeadRequests: true })]
    upstream.on('/head.txt', 'head')
    expect((await get(`${key}/head.txt`, { method: 'HEAD' })).headers.get('content-length')).toBe('4')
    expect(upstream.requests).toContain('HEAD /head.txt')
    expect((await get(`${other}/head.txt`, { method: 'HEAD' })).headers.get('x-checksum-sha1')).toBe(
      sha1(Buffer.from('head')),
    )
    expect(asked('/head.txt')).toBe(1)
  })

  test('credentials and query go to the upstream, and not to where it redirects', async () => {
    const elsewhere = await startUpstream()
    elsewhere.on('/moved.txt', 'moved')
    const to = elsewhere.url.replace('127.0.0.1', 'localhost')
    upstream.on('/moved.txt', (_request, response) => {
      response.writeHead(302, { location: `${to}/moved.txt` }).end()
    })
    const login = { username: 'ann', password: 'secret', queryParams: 'tenant=7' }
    const key = await remote(login)
    expect(await (await get(`${key}/moved.txt`)).text()).toBe('moved')
    expect(upstream.requests.at(-1)).toBe('GET /moved.txt?tenant=7')
    expect(upstream.headers.at(-1)?.authorization).toBe(`Basic ${btoa('ann:secret')}`)
    expect(elsewhere.headers.at(-1)?.authorization).toBeUndefined()
    const trusting = await remote({ ...login, allowAnyHostAuth: true })
    expect((await get(`${trusting}/moved.txt`)).status).toBe(200)
    expect(elsewhere.headers.at(-1)?.authorization).toBe(`Basic ${btoa('ann:secret')}`)
    await elsewhere.stop()
  })

  test('patterns say what is fetched, and nothing is deployed to a remote repository or its cache', async () => {
    const key = await remote({ includesPattern: 'org/**', excludesPattern: '**/*.exe' })
    upstream.on('/org/a.txt', 'a')
    upstream.on('/org/a.exe', 'a')
    upstream.on('/com/a.txt', 'a')
    const statuses = ['org/a.txt', 'org/a.exe', 'com/a.txt'].map(
      async (path) => (await get(`${key}/${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404])
    for (const target of [key, `${key}-cache`]) {
      const reply = await get(`${target}/org/b.txt`, { method: 'PUT', body: 'b' })
      expect(reply.status).toBe(400)
      expect(await sentence(reply)).toContain('upstream')
    }
  })
})

describe('rights', () => {
  test('a reader gets what is cached; fetching takes the right to deploy', async () => {
    const key = await remote()
    upstream.on('/right.txt', 'right')
    await app.closeReading()
    const reader = await app.user({ name: 'reader', grants: [{ action: 'read', repository: key }] })
    const cacher = await app.user({
      name: 'cacher',
      grants: ['read', 'deploy'].map((action) => ({ action, repository: key })),
    })
    const stranger = await app.user({ name: 'stranger' })
    const refused = await app.as(reader)(`/artifactory/${key}/right.txt`)
    expect(refused.status).toBe(403)
    expect(await sentence(refused)).toContain('deploy')
    expect(asked('/right.txt')).toBe(0)
    expect((await app.as(cacher)(`/artifactory/${key}/right.txt`)).status).toBe(200)
    for (const path of [`${key}/right.txt`, `${key}-cache/right.txt`]) {
      expect((await app.as(reader)(`/artifactory/${path}`)).status).toBe(200)
      expect((await app.as(stranger)(`/artifactory/${path}`)).status).toBe(404)
    }
    expect((await app.as(reader)(`/artifactory/${key}-cache/right.txt`, { method: 'DELETE' })).status).toBe(
      403,
    )
  })
})
