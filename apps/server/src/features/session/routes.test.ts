import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Current } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

async function current(send: Send): Promise<Current> {
  const reply = await send('/ui/api/v1/ui/auth/current')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  return Current.parse(await reply.json())
}

describe('who is looking', () => {
  test('without a session: nobody', async () => {
    expect(await current(app.anonymous)).toEqual({
      user: null,
      anonymousAccess: false,
      anonymousUiAccess: true,
    })
  })

  test('signed in: who one is', async () => {
    await app.user({ name: 'ann' })
    const { send } = await signIn(app, { name: 'ann', password: 'Password-1-of-ann' })
    expect((await current(send)).user).toEqual({
      name: 'ann',
      displayName: 'ann',
      email: null,
      isAdmin: false,
      isAnonymous: false,
      mustChangePassword: false,
      realm: 'internal',
      mfaStatus: 'none',
      canManagePermissions: false,
      canManageResources: false,
      canAdministerProjects: false,
    })
    expect((await current(app.fetch)).user).toMatchObject({
      name: 'admin',
      isAdmin: true,
      canManagePermissions: true,
      canManageResources: true,
      canAdministerProjects: true,
    })
  })

  test('ROLE-33: what somebody may do who is no administrator: permissions, resources, projects', async () => {
    const people = ['pia', 'max', 'rob', 'vic'].map((name) => ({ name, password: `Password-1-of-${name}` }))
    const [pia, max, rob, vic] = people
    await app.user({ name: 'pia' })
    await app.user({ name: 'max', grants: [{ action: 'manage', repository: 'generic-local' }] })
    await app.user({ name: 'rob', privileges: ['resources'] })
    await app.user({ name: 'vic' })
    const project = { project_key: 'led', display_name: 'Led' }
    expect((await app.fetch('/access/api/v1/projects', json('POST', project))).status).toBe(201)
    for (const [name, role] of [
      ['pia', 'Project Admin'],
      ['vic', 'Viewer'],
    ])
      await app.fetch(`/access/api/v1/projects/led/users/${name}`, json('PUT', { name, roles: [role] }))
    const rights = async (who: Credentials | undefined) => {
      const user = who && (await current((await signIn(app, who)).send)).user
      return [user?.canManagePermissions, user?.canManageResources, user?.canAdministerProjects]
    }
    // The builds of the project are hers to manage, also before there are any.
    expect(await rights(pia)).toEqual([true, false, true])
    expect(await rights(max)).toEqual([true, false, false])
    expect(await rights(rob)).toEqual([true, true, false])
    expect(await rights(vic)).toEqual([false, false, false])
  })

  test('with anonymous access: the anonymous user', async () => {
    const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
    try {
      expect(await current(open.anonymous)).toMatchObject({
        anonymousAccess: true,
        user: { name: 'anonymous', isAnonymous: true, isAdmin: false },
      })
    } finally {
      await open.close()
    }
  })
})

describe('changing a password', () => {
  const change = (given: object) =>
    app.anonymous(
      '/ui/api/v1/ui/auth/changePassword',
      json('POST', { user: 'bea', newPassword1: 'Another-password-2', ...given }),
    )

  test('needs the old one, also with somebody else’s session', async () => {
    await app.user({ name: 'bea', password: 'First-password-1' })
    expect((await change({ oldPassword: 'wrong' })).status).toBe(401)
    expect((await change({ oldPassword: '' })).status).toBe(400)
    const { send } = await signIn(app, app.admin)
    const body = { user: 'bea', oldPassword: app.admin.password, newPassword1: 'Another-password-2' }
    expect((await send('/ui/api/v1/ui/auth/changePassword', json('POST', body))).status).toBe(401)
    expect(
      (await app.as({ name: 'bea', password: 'First-password-1' })('/ui/api/v1/repositories')).status,
    ).toBe(200)
  })

  test('for a user that does not exist is answered as for a wrong password', async () => {
    const reply = await change({ user: 'nobody', oldPassword: 'wrong' })
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ error: 'The current password is wrong.' })
  })
})
