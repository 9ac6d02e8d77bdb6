import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions, type PermissionSection } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  await app.user({ name: 'ann' })
  await app.group({ name: 'web', members: ['ann'] })
  const sections = [sectionFor('group', 'web', ['read'])]
  await app.fetch('/ui/api/v1/permissions', json('POST', { name: 'web-readers', sections }))
})

afterAll(() => app.close())

const sectionFor = (
  kind: 'user' | 'group',
  name: string,
  actions: PermissionSection['who'][number]['actions'],
): PermissionSection => ({
  section: 'artifact',
  targets: [{ name: 'generic-local', includePatterns: ['**'], excludePatterns: ['private/**'] }],
  who: [{ kind, name, actions }],
})

async function ask(question: Record<string, unknown>) {
  const reply = await app.fetch(
    '/ui/api/v1/access-test',
    json('POST', { user: 'ann', repository: 'generic-local', path: 'a.txt', ...question }),
  )
  return permissions.test.shape.response.parse(await reply.json())
}

test('the tester answers for a permission that is being edited, and nothing is saved by it', async () => {
  const draft = { name: 'web-readers', sections: [sectionFor('group', 'web', ['read', 'deploy'])] }
  expect((await ask({ action: 'deploy' })).allowed).toBe(false)
  const answer = await ask({ action: 'deploy', draft })
  expect(answer.allowed).toBe(true)
  expect(answer.reasons[0]).toMatchObject({ permission: 'web-readers', via: { kind: 'group', name: 'web' } })
  expect((await ask({ action: 'deploy', draft, path: 'private/a.txt' })).allowed).toBe(false)
  expect((await ask({ action: 'deploy' })).allowed).toBe(false)
})

test('what the draft takes away is gone, what others give stays', async () => {
  const empty = { name: 'web-readers', sections: [sectionFor('group', 'web', [])] }
  expect((await ask({ action: 'read' })).allowed).toBe(true)
  expect((await ask({ action: 'read', draft: empty })).allowed).toBe(false)
  const other = { sections: [sectionFor('user', 'ann', ['delete'])] }
  expect((await ask({ action: 'read', draft: other })).allowed).toBe(true)
  expect((await ask({ action: 'delete', draft: other })).allowed).toBe(true)
})

test('a user of the same name as a group does not get what the group is given', async () => {
  const draft = { sections: [sectionFor('user', 'web', ['delete'])] }
  expect((await ask({ user: undefined, group: 'web', action: 'delete', draft })).allowed).toBe(false)
})
