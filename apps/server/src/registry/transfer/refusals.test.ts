// What is refused because of something in a folder says nothing of what the asking person may not see there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'

let app: TestApp
let ann: Send

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['work', 'other']) await makeRepository(app, key, 'local')
  ann = app.as(await app.user({ name: 'ann', grants: [{ action: 'deploy', repository: 'other' }] }))
  const rights = ['read', 'deploy', 'delete', 'annotate'] as const
  await app.permission({
    name: 'all but the hidden',
    repositories: ['work'],
    include: ['team/**'],
    exclude: ['team/hidden/**'],
    users: { ann: [...rights] },
  })
  await app.permission({
    name: 'only reading',
    repositories: ['work'],
    include: ['open/**'],
    users: { ann: ['read'] },
  })
  for (const path of ['team/a.txt', 'team/hidden/secret-plan.txt', 'open/told.txt'])
    await app.fetch(`/artifactory/work/${path}`, { method: 'PUT', body: path })
})

afterAll(() => app.close())

async function refusal(method: string, address: string): Promise<string> {
  const reply = await ann(`/artifactory/${address}`, { method })
  expect([address, reply.status]).toEqual([address, 403])
  return reply.text()
}

test.each([
  ['POST', 'api/copy/work/team?to=/other/team'],
  ['POST', 'api/copy/work/team?to=/other/team&dry=1'],
  ['POST', 'api/move/work/team?to=/other/team'],
  ['DELETE', 'work/team'],
  ['PUT', 'api/storage/work/team?properties=k=v'],
  ['DELETE', 'api/storage/work/team?properties=k'],
])('F06: %s %s names no file that is not seen', async (method, address) => {
  const told = await refusal(method, address)
  expect(told).toContain('User ann may not see everything in work/team')
  expect(told).not.toContain('hidden')
})

test.each([
  ['POST', 'api/copy/work/{path}?to=/other/x'],
  ['POST', 'api/move/work/{path}?to=/other/x&dry=1'],
  ['DELETE', 'work/{path}'],
  ['PUT', 'api/storage/work/{path}?properties=k=v'],
  ['PATCH', 'api/metadata/work/{path}'],
])(
  'F06: to %s %s it makes no difference whether a file is not there or not seen',
  async (method, address) => {
    const answerFor = async (path: string) => {
      const body = method === 'PATCH' ? { body: '{"props":{"k":"v"}}' } : {}
      const reply = await ann(`/artifactory/${address.replace('{path}', path)}`, { method, ...body })
      return [reply.status, (await reply.text()).replaceAll(path, 'PATH').replace(/"requestId":"\w+"/, '')]
    }
    const [status, told] = await answerFor('team/hidden/secret-plan.txt')
    expect([status, told]).toEqual(await answerFor('team/hidden/never-there.txt'))
    expect([403, 404]).toContain(status)
  },
)

test('the file that stands in the way is named when it is seen', async () => {
  expect(await refusal('DELETE', 'work/open')).toContain('delete or overwrite in work/open')
  expect(await refusal('PUT', 'api/storage/work/open?properties=k=v')).toContain('work/open')
  expect(await (await app.fetch('/artifactory/work/team/hidden/secret-plan.txt')).text()).toContain('secret')
})
