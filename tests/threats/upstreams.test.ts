// Upstreams that lie, break or dawdle: nothing of what they send is kept, and whoever asked is told why.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeRepository } from '../support/repositories.ts'
import { startUpstream, type Answering, type Upstream } from '../support/upstream.ts'

let app: TestApp
let upstream: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  app = await startTestApp({
    env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1', BINDERY_MAX_UPLOAD_SIZE: '4 MiB' },
  })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
})

let made = 0
const remote = (config: Record<string, unknown> = {}) =>
  makeRepository(app, `lied-to-${++made}`, 'remote', {
    url: upstream.url,
    assumedOfflinePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    ...config,
  })

interface Outcome {
  /** 0 when the reply broke off. */
  status: number
  told: string
}

async function fetchFile(key: string, path: string): Promise<Outcome> {
  const reply = await app.fetch(`/artifactory/${key}/${path}`)
  const body = await reply.text().catch(() => undefined)
  return body === undefined ? { status: 0, told: '' } : { status: reply.status, told: body }
}

async function isCached(key: string, path: string): Promise<boolean> {
  return (await app.fetch(`/artifactory/${key}-cache/${path}`)).status === 200
}

const small = Buffer.from('what was published')
const large = randomBytes(1_500_000)
const sums = (bytes: Buffer) => ({
  'x-checksum-sha256': createHash('sha256').update(bytes).digest('hex'),
})

const send =
  (bytes: Buffer, headers: Record<string, string | number> = {}): Answering =>
  (_request, response) =>
    void response.writeHead(200, headers).end(bytes)

const cut =
  (bytes: Buffer, headers: Record<string, string | number>): Answering =>
  (_request, response) => {
    response.writeHead(200, headers)
    response.write(bytes, () => response.socket?.destroy())
  }

const lies: [string, Answering, number[], string][] = [
  ['D03: fewer bytes than announced', cut(small, { 'content-length': 1000 }), [502], 'broke'],
  ['D03: a large body that is reset', cut(large, { 'content-length': 2_000_000 }), [0, 502], ''],
  ['D03: chunks without the last one', cut(small, { 'transfer-encoding': 'chunked' }), [502], 'broke'],
  ['D02: another digest than declared', send(small, sums(large)), [502], 'sha256'],
  [
    'D02: another digest of a large body',
    send(large, { 'content-length': 1_500_000, ...sums(small) }),
    [0],
    '',
  ],
  [
    'D02: another digest than the entity tag of an Artifactory',
    send(small, { etag: '"0123456789012345678901234567890123456789"', 'x-artifactory-id': 'x' }),
    [502],
    'sha1',
  ],
  [
    'D04: a web page',
    send(Buffer.from('<html>sign in</html>'), { 'content-type': 'text/html' }),
    [502],
    'web page',
  ],
  ['J15: 500', (_request, response) => void response.writeHead(500).end(), [502], '500'],
  ['J15: 503', (_request, response) => void response.writeHead(503).end(), [502], '503'],
  ['J15: 429', (_request, response) => void response.writeHead(429).end(), [502], '429'],
  ['J15: nothing at all', () => undefined, [502], 'slow'],
  [
    'J15: a byte now and then',
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      const timer = setInterval(() => response.write('x'), 100)
      response.on('close', () => clearInterval(timer))
    },
    [502],
    'slow',
  ],
  ['C09: 401', (_request, response) => void response.writeHead(401).end(), [404], 'password'],
  [
    'C02: a redirect to itself',
    (_request, response) => void response.writeHead(302, { location: '/lie.bin' }).end(),
    [502],
    'redirects',
  ],
  [
    'C02: a redirect to the metadata service',
    (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    [400],
    'internal',
  ],
  [
    'C02: a redirect to a file',
    (_request, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    [400],
    'http',
  ],
  ['B19: larger than what is taken', send(Buffer.alloc(5_000_000)), [502, 0], ''],
  [
    'B19: no end',
    (_request, response) => {
      const block = Buffer.alloc(256 * 1024)
      const timer = setInterval(() => response.writableNeedDrain || response.write(block), 1)
      response.on('close', () => clearInterval(timer))
    },
    [0, 502],
    '',
  ],
]

test.each(lies)('%s: not kept, told, and the next try works', async (_name, lie, statuses, words) => {
  const key = await remote(words === 'slow' ? { socketTimeoutMillis: 1000 } : {})
  upstream.on('/lie.bin', lie)
  const outcome = await fetchFile(key, 'lie.bin')
  expect(statuses).toContain(outcome.status)
  expect(outcome.told).toContain(words)
  expect(await isCached(key, 'lie.bin')).toBe(false)
  upstream.on('/lie.bin', small)
  expect(await fetchFile(key, 'lie.bin')).toEqual({ status: 200, told: small.toString() })
})

test('C01: an upstream inside the machine is refused unless it was opened', async () => {
  for (const url of ['http://127.0.0.2:1/', 'http://[::1]:1/', 'http://169.254.169.254/latest/meta-data/']) {
    const outcome = await fetchFile(await remote({ url }), 'x')
    expect(outcome).toEqual({ status: 400, told: expect.stringContaining('outboundAllow') as string })
  }
})

test('J15: a server that is not there, and a name that nobody knows', async () => {
  const gone = await startUpstream()
  await gone.stop()
  for (const url of [gone.url, 'http://upstream.invalid/']) {
    const key = await remote({ url })
    const outcome = await fetchFile(key, 'x.bin')
    expect([url, outcome.status]).toEqual([url, 502])
    expect(outcome.told).toContain(`The upstream of ${key}`)
    expect(await isCached(key, 'x.bin')).toBe(false)
  }
})

test('J15: what is in the cache is served while the upstream fails, and refreshed when it is back', async () => {
  const key = await remote({ retrievalCachePeriodSecs: 0 })
  upstream.on('/kept.txt', 'first')
  expect(await fetchFile(key, 'kept.txt')).toEqual({ status: 200, told: 'first' })
  for (const failing of [500, 503, 429]) {
    upstream.on('/kept.txt', (_request, response) => void response.writeHead(failing).end())
    expect(await fetchFile(key, 'kept.txt')).toEqual({ status: 200, told: 'first' })
  }
  upstream.on('/kept.txt', 'second')
  expect(await fetchFile(key, 'kept.txt')).toEqual({ status: 200, told: 'second' })
})

test('J15: an upstream that failed is left alone for a while, and others go on', async () => {
  const [dead, alive] = [await remote({ assumedOfflinePeriodSecs: 300 }), await remote()]
  upstream.on('/dead.txt', (_request, response) => void response.writeHead(503).end())
  upstream.on('/alive.txt', 'alive')
  expect((await fetchFile(dead, 'dead.txt')).status).toBe(502)
  const before = upstream.requests.length
  expect(await fetchFile(dead, 'other.txt')).toEqual({
    status: 502,
    told: expect.stringContaining('not asked before') as string,
  })
  expect(upstream.requests.length).toBe(before)
  expect((await fetchFile(alive, 'alive.txt')).status).toBe(200)
})

test('B20: a remote repository that leads back here stops after one round', async () => {
  const round = await remote({ url: `${app.url}/artifactory/round` })
  await makeRepository(app, 'round', 'virtual', { repositories: [round] })
  const outcome = await fetchFile(round, 'x.txt')
  expect(outcome.status).toBe(404)
})

test('D01: whatever way a path is written, the cache holds one file under its one name', async () => {
  const key = await remote()
  upstream.on('/good.txt', 'good')
  upstream.on('/evil.txt', 'evil')
  for (const path of ['good.txt%2f..%2fevil.txt', 'good.txt?x=1', 'good.txt;p=v', 'GOOD.TXT', 'good.txt%20'])
    await fetchFile(key, path)
  expect(await fetchFile(key, 'good.txt')).toEqual({ status: 200, told: 'good' })
  const listed = await (await app.fetch(`/artifactory/${key}-cache/`)).text()
  expect(listed.match(/href="[^"]+"/g)).toEqual(['href="good.txt"'])
})
