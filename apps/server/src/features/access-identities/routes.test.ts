import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
const base = '/access/api/v2'
const password = 'A-good-password-1'

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const send = async (method: string, path: string, body?: object) => {
  const reply = await app.fetch(
    path.startsWith('/') ? path : `${base}/${path}`,
    body ? json(method, body) : { method },
  )
  const text = await reply.text()
  return {
    status: reply.status,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  }
}

test('the service answers a ping and its version to anybody', async () => {
  expect(await (await app.anonymous('/access/api/v1/system/ping')).json()).toEqual({ status: 'UP' })
  expect(await (await app.anonymous('/access/api/v1/system/version')).json()).toEqual({
    version: expect.any(String),
  })
})

test('users: created, read, changed, put into groups, deleted', async () => {
  const created = await send('POST', 'users', {
    username: 'Ada',
    email: 'ada@example.com',
    password,
    profile_updatable: false,
  })
  const ada = {
    username: 'ada',
    email: 'ada@example.com',
    groups: ['readers'],
    admin: false,
    effective_admin: false,
    profile_updatable: false,
    disable_ui_access: false,
    internal_password_disabled: false,
    realm: 'internal',
    status: 'enabled',
  }
  expect(created).toEqual({ status: 201, body: ada })
  expect((await send('POST', 'users', { username: 'ada', password })).status).toBe(409)
  expect((await send('GET', 'users/ada')).body).toEqual(ada)
  expect((await send('PATCH', 'users/ada', { disable_ui_access: true })).body).toEqual({
    ...ada,
    disable_ui_access: true,
  })
  await send('POST', 'groups', { name: 'bosses', admin_privileges: true })
  expect((await send('PATCH', 'users/ada/groups', { add: ['bosses'], remove: ['readers'] })).body).toEqual({
    groups: ['bosses'],
  })
  expect((await send('GET', 'users/ada')).body).toMatchObject({ admin: false, effective_admin: true })
  expect((await send('PATCH', 'users/ada/groups', { add: ['ghosts'] })).status).toBe(400)
  expect((await send('DELETE', 'users/ada')).status).toBe(204)
  expect((await send('GET', 'users/ada')).status).toBe(404)
})

test('groups: with their members', async () => {
  await app.user({ name: 'bob' })
  const created = await send('POST', 'groups', {
    name: 'dev',
    description: 'Developers',
    members: ['bob'],
    watch_manager: true,
  })
  const dev = {
    name: 'dev',
    description: 'Developers',
    auto_join: false,
    admin_privileges: false,
    external_id: '',
    realm: 'internal',
    realm_attributes: '',
    manage_resources: false,
    manage_webhook: false,
    policy_manager: false,
    policy_viewer: false,
    reports_manager: false,
    watch_manager: true,
    members: ['bob'],
  }
  expect(created).toEqual({ status: 201, body: dev })
  expect((await send('POST', 'groups', { name: 'dev' })).status).toBe(409)
  expect((await send('PATCH', 'groups/dev', { manage_resources: true })).body).toEqual({
    ...dev,
    manage_resources: true,
  })
  expect((await send('PATCH', 'groups/dev/members', { add: ['admin'], remove: ['bob'] })).body).toEqual({
    members: ['admin'],
  })
  expect((await send('PATCH', 'groups/dev', { auto_join: true, admin_privileges: true })).status).toBe(400)
  expect((await send('DELETE', 'groups/dev')).status).toBe(204)
  expect((await send('GET', 'groups/dev')).status).toBe(404)
})

test('lists go on from a cursor until it is empty', async () => {
  const seen: unknown[] = []
  let cursor = ''
  do {
    const { body } = await send('GET', `users?limit=1&cursor=${cursor}`)
    const users = (body?.['users'] ?? []) as { username: string }[]
    seen.push(...users.map(({ username }) => username))
    cursor = String(body?.['cursor'])
  } while (cursor !== '')
  expect(seen).toEqual(['admin', 'anonymous', 'bob'])
  const { body } = await send('GET', 'users?descending_order=true&limit=1')
  expect(body?.['users']).toEqual([
    { username: 'bob', uri: `${app.url}${base}/users/bob`, realm: 'internal', status: 'enabled' },
  ])
  expect((await send('GET', 'groups')).body).toEqual({
    groups: ['bosses', 'readers'].map((name) => ({
      group_name: name,
      uri: `${app.url}${base}/groups/${name}`,
    })),
    cursor: '',
  })
})

test('permissions: whole, and section by section', async () => {
  const artifact = {
    actions: {
      users: { bob: ['READ', 'ANNOTATE', 'WRITE', 'DELETE', 'MANAGE', 'SCAN'] },
      groups: { readers: ['READ'] },
    },
    targets: { 'generic-local': { include_patterns: ['a/**'], exclude_patterns: ['a/b/**'] } },
  }
  const pipeline_source = {
    actions: { users: { bob: ['EXECUTE'] }, groups: {} },
    targets: { '*': { include_patterns: ['**'], exclude_patterns: [] } },
  }
  const created = await send('POST', 'permissions', {
    name: 'team',
    resources: { artifact, pipeline_source },
  })
  expect(created).toEqual({ status: 201, body: { name: 'team', resources: { artifact, pipeline_source } } })
  expect((await send('POST', 'permissions', { name: 'team', resources: {} })).status).toBe(409)
  expect((await send('GET', 'permissions/team/artifact')).body).toEqual(artifact)
  const patched = await send('PATCH', 'permissions/team/artifact', {
    actions: { users: { bob: ['READ'], admin: ['READ'] }, groups: { readers: [] } },
    targets: { 'npm-local': {} },
  })
  expect(patched.body).toEqual({
    actions: { users: { bob: ['READ'], admin: ['READ'] }, groups: {} },
    targets: { ...artifact.targets, 'npm-local': { include_patterns: ['**'], exclude_patterns: [] } },
  })
  expect((await send('PUT', 'permissions/team/artifact', artifact)).body).toEqual(artifact)
  expect(
    (await send('PUT', 'permissions/team/build', { targets: { 'artifactory-build-info': {} } })).status,
  ).toBe(200)
  expect((await send('DELETE', 'permissions/team/pipeline_source')).status).toBe(204)
  expect((await send('GET', 'permissions/team/pipeline_source')).status).toBe(404)
  expect((await send('GET', 'permissions/team/cloud')).status).toBe(400)
  expect((await send('GET', 'permissions')).body).toEqual({
    permissions: ['Any Remote', 'Anything', 'team'].map((name) => ({
      name,
      uri: `${app.url}${base}/permissions/${encodeURIComponent(name)}`,
    })),
    cursor: '',
  })
  expect((await send('DELETE', 'permissions/team')).status).toBe(204)
  expect((await send('GET', 'permissions/team')).status).toBe(404)
})

test('only administrators come near any of it', async () => {
  const bob = app.as({ name: 'bob', password: 'Password-1-of-bob' })
  for (const path of ['users', 'users/bob', 'groups', 'permissions', 'permissions/Anything'])
    expect([path, (await bob(`${base}/${path}`)).status]).toEqual([path, 403])
  expect((await bob(`${base}/users/bob`, json('PATCH', { admin: true }))).status).toBe(403)
  expect((await send('GET', 'users/bob')).body).toMatchObject({ admin: false })
})
