import type { MirrorStatus, ReplicationView, UpstreamReport } from '@bindery/contracts'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { addressOf, put, startMirroring, textAt } from '../../../../../tests/support/mirrors.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'

let app: TestApp
beforeAll(async () => {
  app = await startMirroring()
})
afterAll(() => app.close())

const of = (key: string, rest: string) => `/ui/api/v1/repositories/${key}/${rest}`
const save = (key: string, body: object, send: Send = app.fetch) =>
  send(of(key, 'replications'), json('PUT', body))
const kept = async (key: string) =>
  (await (await app.fetch(of(key, 'replications'))).json()) as ReplicationView[]
const states = async (key: string) => (await (await app.fetch(of(key, 'mirrors'))).json()) as MirrorStatus[]
const tryOut = async (key: string, body: object) => {
  const reply = await app.fetch(of(key, 'mirrors/test'), json('POST', body))
  expect(reply.status, await reply.clone().text()).toBe(200)
  return (await reply.json()) as UpstreamReport
}
const credentials = () => ({ username: app.admin.name, password: app.admin.password })

test('a replication is added, tried, run, changed and removed; its password stays with its address', async () => {
  const here = await makeRepository(app, 'page-here', 'local')
  const there = await makeRepository(app, 'page-there', 'local')
  const other = await makeRepository(app, 'page-other', 'local')
  await put(app, `${here}/a/file.txt`, 'sent')
  expect(await kept(here)).toEqual([])
  const url = addressOf(app, there)
  const wanted = { url, ...credentials(), cronExp: '0 0 4 1 1 ?', enabled: true, syncProperties: true }
  expect((await save(here, wanted)).status).toBe(204)
  expect(await kept(here)).toMatchObject([
    { url, username: 'admin', password: '', hasPassword: true, enabled: true, syncProperties: true },
  ])
  // With what is stored, since nothing else is said.
  expect(await tryOut(here, { url, username: 'admin' })).toMatchObject({ outcome: 'passed', status: 200 })
  expect((await app.fetch(of(here, 'mirrors/run'), { method: 'POST' })).status).toBe(204)
  await expect.poll(() => textAt(app, `${there}/a/file.txt`)).toBe('sent')
  await expect.poll(async () => (await states(here)).map(({ status }) => status)).toEqual(['ok'])

  // Another address takes the place of the first, without its password.
  const moved = addressOf(app, other)
  expect((await save(here, { ...wanted, url: moved, password: undefined, before: url })).status).toBe(204)
  expect(await kept(here)).toMatchObject([{ url: moved, hasPassword: false }])
  expect((await states(here)).map((one) => one.url)).toEqual([moved])
  expect(await tryOut(here, { url: moved, username: 'admin' })).toMatchObject({ outcome: 'failed' })
  expect((await save(here, { ...wanted, url: moved })).status).toBe(204)
  expect(await kept(here)).toMatchObject([{ hasPassword: true }])
  expect((await save(here, { ...wanted, url: moved, password: '' })).status).toBe(204)
  expect(await kept(here)).toMatchObject([{ hasPassword: false }])
  const gone = await app.fetch(`${of(here, 'replications')}?url=${encodeURIComponent(moved)}`, {
    method: 'DELETE',
  })
  expect(gone.status).toBe(204)
  expect(await kept(here)).toEqual([])
  expect(await states(here)).toEqual([])
})

/** One that was open a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('a test says what is wrong: credentials, repository, server', async () => {
  const key = await makeRepository(app, 'page-test', 'local')
  await app.closeReading()
  const url = addressOf(app, key)
  expect(await tryOut(key, { url, username: 'admin', password: 'wrong' })).toMatchObject({
    outcome: 'failed',
    sentence: expect.stringContaining('does not take these credentials'),
  })
  expect(await tryOut(key, { url: addressOf(app, 'nowhere'), ...credentials() })).toMatchObject({
    outcome: 'failed',
    status: 404,
    sentence: expect.stringContaining('has no repository nowhere'),
  })
  expect(await tryOut(key, { url: `http://127.0.0.1:${await closedPort()}/artifactory/libs` })).toMatchObject(
    {
      outcome: 'failed',
      sentence: expect.stringContaining('refuses connections'),
    },
  )
  const inside = await app.fetch(
    of(key, 'mirrors/test'),
    json('POST', { url: 'http://169.254.169.254/artifactory/libs' }),
  )
  expect(inside.status).toBe(400)
  expect(await inside.json()).toMatchObject({ errors: [{ field: 'url' }] })
})

test('what is wrong is refused by its field, and only managers may look or change', async () => {
  const key = await makeRepository(app, 'page-refused', 'local')
  const wrong = await save(key, { url: 'ftp://other', enableEventReplication: true })
  expect(wrong.status).toBe(400)
  const never = await save(key, { url: 'https://other.example/artifactory/libs' })
  expect(never.status).toBe(400)
  expect(await never.json()).toMatchObject({ errors: [{ field: 'cronExp' }] })
  const stranger = app.as(await app.user({ name: 'page-stranger' }))
  for (const reply of [
    await stranger(of(key, 'replications')),
    await save(key, { url: 'https://other.example/artifactory/libs', cronExp: '0 0 2 * * ?' }, stranger),
    await stranger(of(key, 'mirrors/test'), json('POST', { url: 'https://other.example/artifactory/libs' })),
  ])
    expect([403, 404]).toContain(reply.status)
})

test('a member of a federation has a token that only shows as being there, and is tried with it', async () => {
  const here = await makeRepository(app, 'page-fed-here', 'local')
  expect((await app.fetch(of(here, 'federate'), { method: 'POST' })).status).toBe(204)
  const there = await makeRepository(app, 'page-fed-there', 'local')
  const url = addressOf(app, there)
  const accessToken = await app.token()
  expect(await tryOut(here, { url, accessToken })).toMatchObject({ outcome: 'passed' })
  const change = { members: [{ url, enabled: true, accessToken }] }
  expect((await app.fetch(`/ui/api/v1/repositories/${here}`, json('PUT', change))).status).toBe(204)
  expect(await states(here)).toMatchObject([{ url, hasSecret: true }])
  expect(await (await app.fetch(`/ui/api/v1/repositories/${here}`)).text()).not.toContain(accessToken)
  expect(await tryOut(here, { url })).toMatchObject({ outcome: 'passed' })
})

test('a member that is taken away is forgotten, and its token with it', async () => {
  const here = await makeRepository(app, 'page-left-here', 'federated')
  const [first, second] = [
    addressOf(app, await makeRepository(app, 'page-left-first', 'local')),
    addressOf(app, await makeRepository(app, 'page-left-second', 'local')),
  ]
  const change = async (...members: object[]) => {
    const reply = await app.fetch(`/ui/api/v1/repositories/${here}`, json('PUT', { members }))
    expect(reply.status, await reply.text()).toBe(204)
  }
  const accessToken = await app.token()
  const member = (url: string) => ({ url, enabled: true })
  await change({ ...member(first), accessToken }, { ...member(second), accessToken })
  expect(await states(here)).toMatchObject([{ url: first }, { url: second }])
  await change(member(second))
  expect(await states(here)).toMatchObject([{ url: second, hasSecret: true }])
  await change(member(first), member(second))
  expect(await states(here)).toMatchObject([
    { url: first, hasSecret: false },
    { url: second, hasSecret: true },
  ])
})
