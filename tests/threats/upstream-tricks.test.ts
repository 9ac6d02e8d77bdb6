// Rows C02, C09 and D04 of the threat table for what an upstream can lead us to: long ways, other hosts, nothing at all.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeRepository } from '../support/repositories.ts'
import { startUpstream, type Upstream } from '../support/upstream.ts'

let app: TestApp
let upstream: Upstream
let stranger: Upstream

beforeAll(async () => {
  upstream = await startUpstream()
  stranger = await startUpstream()
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
})

afterAll(async () => {
  await app.close()
  await upstream.stop()
  await stranger.stop()
})

const secrets = { username: 'robot', password: 'upstream-secret' }
const remote = (key: string, config: Record<string, unknown> = {}) =>
  makeRepository(app, key, 'remote', {
    url: upstream.url,
    assumedOfflinePeriodSecs: 0,
    missedRetrievalCachePeriodSecs: 0,
    ...config,
  })

test('C02: a chain of fifty redirects is left after a few', async () => {
  await remote('chained')
  for (let step = 0; step < 50; step++)
    upstream.on(`/step-${step}`, (_request, response) =>
      response.writeHead(302, { location: `/step-${step + 1}` }).end(),
    )
  upstream.on('/step-50', 'the end')
  expect((await app.fetch('/artifactory/chained/step-0')).status).toBe(502)
  expect(upstream.requests).toContain('GET /step-5')
  expect(upstream.requests).not.toContain('GET /step-6')
  expect((await app.fetch('/artifactory/chained-cache/step-0')).status).toBe(404)
})

test('C09: neither a realm nor a redirect brings the credentials to another host', async () => {
  await remote('guarded', secrets)
  upstream.on('/realm.bin', (_request, response) =>
    response.writeHead(401, { 'www-authenticate': `Bearer realm="${stranger.url}/token",service="x"` }).end(),
  )
  upstream.on('/moved.bin', (_request, response) =>
    response.writeHead(302, { location: `${stranger.url}/moved.bin` }).end(),
  )
  stranger.on('/moved.bin', 'moved')
  const asked = await app.fetch('/artifactory/guarded/realm.bin')
  expect(asked.status).toBeGreaterThanOrEqual(400)
  expect(await asked.text()).not.toContain(secrets.password)
  expect(stranger.requests).toEqual([])
  await app.fetch('/artifactory/guarded/moved.bin')
  const authorized = Buffer.from(`${secrets.username}:${secrets.password}`).toString('base64')
  // Our own host did get them, so there was something to keep back.
  expect(upstream.headers.some(({ authorization }) => authorization === `Basic ${authorized}`)).toBe(true)
  for (const headers of stranger.headers) expect(headers.authorization).toBeUndefined()
})

test('D04: what was not there is found when it comes, and a miss is remembered only as long as it is said', async () => {
  await remote('late')
  expect((await app.fetch('/artifactory/late/file.bin')).status).toBe(404)
  upstream.on('/file.bin', 'here now')
  expect(await (await app.fetch('/artifactory/late/file.bin')).text()).toBe('here now')
  await remote('patient', { missedRetrievalCachePeriodSecs: 3600 })
  expect((await app.fetch('/artifactory/patient/other.bin')).status).toBe(404)
  upstream.on('/other.bin', 'here now')
  const before = upstream.requests.length
  expect((await app.fetch('/artifactory/patient/other.bin')).status).toBe(404)
  expect(upstream.requests.length).toBe(before)
})
