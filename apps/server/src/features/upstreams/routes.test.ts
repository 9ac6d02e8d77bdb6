import { upstreams } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function healthOf(key: string) {
  const reply = await app.fetch('/ui/api/v1/upstreams')
  return upstreams.list.shape.response.parse(await reply.json()).find((one) => one.repository === key)
}

test('the health of an upstream follows what happened: unknown, healthy, failing, left alone, offline', async () => {
  await makeRepository(app, 'watched', 'remote', { url: upstream.url })
  expect(await healthOf('watched')).toMatchObject({
    state: 'unknown',
    lastSuccessAt: null,
    lastFailure: null,
  })
  upstream.on('/good', 'good')
  await app.fetch('/artifactory/watched/good')
  expect(await healthOf('watched')).toMatchObject({
    state: 'healthy',
    lastSuccessAt: expect.any(String) as string,
  })
  upstream.on('/bad', (_request, response) => void response.writeHead(503).end())
  await app.fetch('/artifactory/watched/bad')
  expect(await healthOf('watched')).toMatchObject({
    state: 'assumed-offline',
    lastFailure: 'The upstream of watched answered 503.',
    assumedOfflineUntil: expect.any(String) as string,
  })
  await changeRepository(app, 'watched', { offline: true })
  expect(await healthOf('watched')).toMatchObject({ state: 'offline' })
})

test('the health of an upstream survives a restart, until it is another upstream', async () => {
  await makeRepository(app, 'kept-health', 'remote', { url: upstream.url })
  upstream.on('/broken', (_request, response) => void response.writeHead(502).end())
  await app.fetch('/artifactory/kept-health/good')
  await app.fetch('/artifactory/kept-health/broken')
  const before = await healthOf('kept-health')
  expect(before).toMatchObject({
    state: 'assumed-offline',
    lastFailure: 'The upstream of kept-health answered 502.',
  })
  await app.restart()
  expect(await healthOf('kept-health')).toEqual(before)
  await changeRepository(app, 'kept-health', { url: `${upstream.url}/elsewhere` })
  expect(await healthOf('kept-health')).toMatchObject({ state: 'unknown', lastFailure: null })
})

test('only those who manage repositories are told', async () => {
  const ann = await app.user({ name: 'ann' })
  expect((await app.as(ann)('/ui/api/v1/upstreams')).status).toBe(403)
  expect((await app.anonymous('/ui/api/v1/upstreams')).status).toBe(401)
})
