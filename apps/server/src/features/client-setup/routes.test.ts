import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientRequest } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let ann: Send

beforeAll(async () => {
  app = await startTestApp()
  ann = app.as(await app.user({ name: 'ann' }))
})

afterAll(() => app.close())

interface News {
  items: ClientRequest[]
  latest: number
}

const address = (repository: string, after?: number) =>
  `/ui/api/v1/client-setup/requests?repository=${repository}${after === undefined ? '' : `&after=${after}`}`

async function follow(send: Send, after?: number): Promise<News> {
  const reply = await send(address('generic-local', after))
  expect(reply.status).toBe(200)
  return (await reply.json()) as News
}

test('whoever waits sees the first request of their own client, and no request of others', async () => {
  const { latest } = await follow(ann)
  const waiting = follow(ann, latest)
  await app.fetch('/artifactory/generic-local/of-somebody-else.txt')
  await ann('/artifactory/generic-local/a%20folder/', { headers: { 'user-agent': 'tool/1.2' } })
  const { items } = await waiting
  expect(items).toMatchObject([
    { method: 'GET', path: 'a%20folder/', status: 404, client: 'tool/1.2', actor: 'ann' },
  ])
  expect(items[0]?.why).toContain('a folder')
})

test('credentials that are not believed are told to whoever waits at the same address, with the reason', async () => {
  const { latest } = await follow(ann)
  const waiting = follow(ann, latest)
  await app.anonymous('/artifactory/api/npm/generic-local/x', {
    headers: { authorization: 'Bearer no-such-token' },
  })
  const { items } = await waiting
  expect(items).toMatchObject([{ status: 401, actor: '-' }])
  expect(items[0]?.why).not.toBe('')
})

test('what one’s own clients asked for lately is told newest first, and nothing of others', async () => {
  await app.fetch('/artifactory/generic-local/of-another.txt')
  await ann('/artifactory/generic-local/first.txt')
  await ann('/artifactory/generic-local/second.txt')
  const reply = await ann('/ui/api/v1/client-setup/recent?repository=generic-local')
  const { items, minutes } = (await reply.json()) as { items: ClientRequest[]; minutes: number }
  expect(minutes).toBeGreaterThan(0)
  expect(items.slice(0, 2).map(({ path, status }) => [path, status])).toEqual([
    ['second.txt', 404],
    ['first.txt', 404],
  ])
  expect(items.every(({ actor }) => actor === 'ann' || actor === '-')).toBe(true)
  expect((await ann('/ui/api/v1/client-setup/recent?repository=no-such')).status).toBe(404)
})

test('a repository that one may not read cannot be watched, and nobody watches without an account', async () => {
  await app.closeReading()
  expect((await ann(address('generic-local'))).status).toBe(404)
  expect((await ann(address('no-such'))).status).toBe(404)
  expect((await app.anonymous(address('generic-local'))).status).toBe(401)
})
