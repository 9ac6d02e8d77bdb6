// The share of requests that the caches of remote repositories answer, over HTTP on the whole application.
import { repositories } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmTarball } from '../../../../../tests/support/builders/npm.ts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
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
  makeRepository(app, `counted-${++made}`, 'remote', { url: upstream.url, ...config })

async function ask(path: string, times: number, status = 200): Promise<void> {
  for (let time = 0; time < times; time++) {
    const reply = await app.fetch(`/artifactory/${path}`)
    expect(reply.status).toBe(status)
    await reply.arrayBuffer()
  }
}

async function shareOf(key: string): Promise<number | null | undefined> {
  const reply = await app.fetch('/ui/api/v1/managed-repositories')
  const all = repositories.managed.shape.response.parse(await reply.json())
  return all.find((one) => one.key === key)?.upstreamHealth?.hitShare
}

test('what lies in the cache is a hit, what is fetched is none, what is missing is not counted', async () => {
  const key = await remote()
  upstream.on('/hits/a.txt', 'a')
  await ask(`${key}/hits/a.txt`, 16)
  await ask(`${key}/hits/missing.txt`, 30, 404)
  upstream.on('/hits/b.txt', 'b')
  await ask(`${key}/hits/b.txt`, 3)
  expect(await shareOf(key)).toBeNull()
  await ask(`${key}/hits/b.txt`, 1)
  expect(await shareOf(key)).toBe(18 / 20)
})

test('a file that was asked about and had not changed is a hit; one that came again is none', async () => {
  // With hard failure, so that a slow upstream is waited for.
  const config = { retrievalCachePeriodSecs: 0, hardFail: true }
  const [compared, fetched] = [await remote(config), await remote(config)]
  upstream.on('/hits/same.txt', (request, response) => {
    if (request.headers['if-none-match'] === '"same"') response.writeHead(304).end()
    else response.writeHead(200, { etag: '"same"' }).end('same')
  })
  upstream.on('/hits/again.txt', 'without anything to compare')
  await ask(`${compared}/hits/same.txt`, 20)
  await ask(`${fetched}/hits/again.txt`, 20)
  expect([await shareOf(compared), await shareOf(fetched)]).toEqual([19 / 20, 0])
})

test('what passes through is fetched each time', async () => {
  const key = await remote({ storeArtifactsLocally: false })
  upstream.on('/hits/passed.txt', 'passed')
  await ask(`${key}/hits/passed.txt`, 20)
  expect(await shareOf(key)).toBe(0)
})

test('requests through a virtual repository count for the member, and the share survives a restart', async () => {
  const key = await remote({ packageType: 'npm' })
  await makeRepository(app, 'counted-all', 'virtual', { packageType: 'npm', repositories: [key] })
  upstream.on('/left/-/left-1.0.0.tgz', await npmTarball('left', '1.0.0'))
  await ask('api/npm/counted-all/left/-/left-1.0.0.tgz', 20)
  expect(await shareOf(key)).toBe(19 / 20)
  // What is counted is written with the next that is learned of the upstream.
  await ask(`${key}/hits/never.txt`, 1, 404)
  await app.restart()
  expect(await shareOf(key)).toBe(19 / 20)
})
