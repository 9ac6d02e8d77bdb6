import { afterAll, beforeAll, expect, test } from 'vitest'
import { allSettings } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { mailSettings } from '../../../../../tests/support/mail-server.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const overview = async () =>
  allSettings.overview.shape.response.parse(await (await app.fetch('/ui/api/v1/settings-overview')).json())

test('ADMIN-07: each page tells how it stands: how many there are, or whether it is set up', async () => {
  const before = (await overview()).states
  expect(before).toMatchObject({
    '/admin/repositories/local': 2,
    '/admin/configuration/security/ldap': 0,
    '/admin/configuration/security/crowd_integration': false,
    '/admin/configuration/mail': false,
  })
  await app.user({ name: 'ann' })
  await app.fetch('/ui/api/v1/mail', json('PUT', mailSettings(2525)))
  const after = (await overview()).states
  expect(after['/admin/management/users']).toBe(Number(before['/admin/management/users']) + 1)
  expect(after['/admin/configuration/mail']).toBe(true)
})

test('the pages that were changed last come first, each once, with who and when', async () => {
  await app.user({ name: 'bob' })
  await app.group({ name: 'crew' })
  await app.group({ name: 'team' })
  const { recent } = await overview()
  expect(recent.map(({ page, target, actor }) => [page, target, actor])).toEqual([
    ['/admin/management/groups', 'team', 'admin'],
    ['/admin/management/users', 'bob', 'admin'],
    ['/admin/configuration/mail', null, 'admin'],
  ])
})
