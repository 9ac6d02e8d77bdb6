import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Activity } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  await app.publish('npm', 'first', '1.0.0')
  await app.publish('npm', 'second', '2.0.0')
  await app.fetch('/artifactory/generic-local/team/one.txt', { method: 'PUT', body: 'x' })
})

afterAll(() => app.close())

async function read<T>(send: Send, path: string): Promise<T> {
  const reply = await send(path)
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

const countOf = async (send: Send) =>
  (await read<{ widgetData: { artifactCount: number } }>(send, '/ui/api/v1/ui/home/widget/artifactCount'))
    .widgetData.artifactCount
const activityOf = (send: Send) => read<Activity[]>(send, '/ui/api/v1/overview/activity')
const downloadsOf = (send: Send) =>
  read<{ today: number; byDay: number[] }>(send, '/ui/api/v1/overview/downloads')

test('API-61: the number of artifacts is what lies in the repositories one may read, and follows what happens', async () => {
  const before = await countOf(app.fetch)
  expect(before).toBeGreaterThanOrEqual(3)
  await app.fetch('/artifactory/generic-local/team/two.txt', { method: 'PUT', body: 'y' })
  expect(await countOf(app.fetch)).toBe(before + 1)
  const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'generic-local' }] })
  expect(await countOf(app.as(ann))).toBe(2)
  const bob = await app.user({ name: 'bob' })
  await app.permission({
    name: 'bob',
    repositories: ['npm-local'],
    include: ['first/**'],
    users: { bob: ['read'] },
  })
  // Of a repository that is open in parts the sum would tell of the others.
  expect(await countOf(app.as(bob))).toBe(0)
  expect((await activityOf(app.as(bob))).map(({ name }) => name)).toEqual(['first'])
})

test('what was published last comes first, with who did it, and only what one may see', async () => {
  const [latest] = await activityOf(app.fetch)
  expect(latest).toMatchObject({
    packageId: 'npm://second',
    format: 'npm',
    name: 'second',
    version: '2.0.0',
    publishedBy: 'admin',
  })
  const eve = await app.user({ name: 'eve', grants: [{ action: 'read', repository: 'generic-local' }] })
  expect((await activityOf(app.as(eve))).filter(({ format }) => format === 'npm')).toEqual([])
})

test('downloads of today are those that were counted, in readable repositories', async () => {
  for (let round = 0; round < 3; round += 1)
    await (await app.fetch('/artifactory/api/npm/npm-local/first/-/first-1.0.0.tgz')).arrayBuffer()
  await app.restart()
  const counted = await downloadsOf(app.fetch)
  expect(counted.today).toBe(3)
  expect(counted.byDay).toHaveLength(14)
  expect(counted.byDay.reduce((sum, count) => sum + count, 0)).toBe(3)
  const gil = await app.user({ name: 'gil', grants: [{ action: 'read', repository: 'generic-local' }] })
  expect((await downloadsOf(app.as(gil))).today).toBe(0)
})
