// As the clients of Artifactory use it: they compare whole structures, so whole structures are compared here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
const base = '/artifactory/api/security'
const v2 = '/artifactory/api/v2/security/permissions'
const password = 'A-good-password-1'

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const put = (path: string, body: object) => app.fetch(path, json('PUT', body))
const post = (path: string, body: object) => app.fetch(path, json('POST', body))
const read = async (path: string): Promise<unknown> => (await app.fetch(path)).json()

describe('users', () => {
  test('PUT creates with 201 and replaces with 200; reading gives exactly the members that clients compare', async () => {
    const body = {
      name: 'Ada',
      email: 'ada@example.com',
      password,
      admin: false,
      policyManager: true,
      shouldInvite: false,
    }
    expect((await put(`${base}/users/Ada`, body)).status).toBe(201)
    expect(await read(`${base}/users/ADA`)).toEqual({
      name: 'ada',
      email: 'ada@example.com',
      admin: false,
      profileUpdatable: true,
      disableUIAccess: false,
      internalPasswordDisabled: false,
      realm: 'internal',
      groups: ['readers'],
      watchManager: false,
      reportsManager: false,
      policyManager: true,
      shouldInvite: false,
    })
    expect(
      (await put(`${base}/users/ada`, { ...body, profileUpdatable: false, policyManager: false })).status,
    ).toBe(200)
    expect(await read(`${base}/users/ada`)).toMatchObject({
      profileUpdatable: false,
      policyManager: false,
      groups: ['readers'],
    })
  })

  test('POST changes a part, and the list of groups as a whole; empty groups are left out', async () => {
    await put(`${base}/groups/coders`, {})
    expect((await post(`${base}/users/ada`, { groups: ['coders'], watchManager: true })).status).toBe(200)
    expect(await read(`${base}/users/ada`)).toMatchObject({
      groups: ['coders'],
      watchManager: true,
      email: 'ada@example.com',
    })
    await post(`${base}/users/ada`, { groups: [] })
    expect(await read(`${base}/users/ada`)).not.toHaveProperty('groups')
    expect((await post(`${base}/users/ghost`, { admin: true })).status).toBe(404)
  })

  test('the last sign-in is told once there was one', async () => {
    expect(await read(`${base}/users/ada`)).not.toHaveProperty('lastLoggedIn')
    await app.anonymous('/ui/api/v1/ui/auth/login', {
      ...json('POST', { user: 'ada', password }),
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(await read(`${base}/users/ada`)).toHaveProperty('lastLoggedIn')
  })

  const bad: [string, object][] = [
    ['a bad e-mail address', { email: 'nowhere', password }],
    ['a weak password', { email: 'x@example.com', password: 'weak' }],
    ['no password', { email: 'x@example.com' }],
    ['an unknown group', { email: 'x@example.com', password, groups: ['nobodys'] }],
  ]
  test.for(bad)('refuses %s with 400', async ([, body]) => {
    expect((await put(`${base}/users/wrong`, body)).status).toBe(400)
    expect((await app.fetch(`${base}/users/wrong`)).status).toBe(404)
  })

  test('the list has names and addresses; deleting says so in words', async () => {
    expect(await read(`${base}/users`)).toEqual([
      { name: 'ada', uri: `${app.url}/artifactory/api/security/users/ada`, realm: 'internal' },
      { name: 'admin', uri: `${app.url}/artifactory/api/security/users/admin`, realm: 'internal' },
      { name: 'anonymous', uri: `${app.url}/artifactory/api/security/users/anonymous`, realm: 'internal' },
    ])
    const reply = await app.fetch(`${base}/users/Ada`, { method: 'DELETE' })
    expect([reply.status, await reply.text()]).toEqual([
      200,
      "The user: 'ada' has been removed successfully.",
    ])
    expect((await app.fetch(`${base}/users/ada`, { method: 'DELETE' })).status).toBe(404)
  })

  test('passwords expire by an administrator’s word and are changed by their owner', async () => {
    const eve = await app.user({ name: 'eve' })
    const whoami = '/artifactory/api/npm/npm-local/-/whoami'
    expect((await post(`${base}/users/authorization/expirePassword/eve`, {})).status).toBe(200)
    expect((await app.as(eve)(whoami)).status).toBe(401)
    const change = {
      userName: 'eve',
      oldPassword: eve.password,
      newPassword1: password,
      newPassword2: password,
    }
    const address = `${base}/users/authorization/changePassword`
    expect((await app.anonymous(address, json('POST', { ...change, newPassword2: 'other' }))).status).toBe(
      400,
    )
    expect((await app.anonymous(address, json('POST', { ...change, oldPassword: 'wrong' }))).status).toBe(401)
    expect((await app.anonymous(address, json('POST', change))).status).toBe(200)
    expect((await app.as({ name: 'eve', password })(whoami)).status).toBe(200)
    expect((await post(`${base}/users/authorization/expirePassword`, ['eve'] as never)).status).toBe(200)
    expect((await app.as({ name: 'eve', password })(whoami)).status).toBe(401)
    expect((await post(`${base}/users/authorization/unexpirePassword/eve`, {})).status).toBe(200)
    expect((await app.as({ name: 'eve', password })(whoami)).status).toBe(200)
  })
})

describe('groups', () => {
  test('PUT creates with 201, POST changes a part, members are told when asked for', async () => {
    await app.user({ name: 'bob' })
    expect(
      (
        await put(`${base}/groups/core`, {
          name: 'core',
          description: 'The core',
          userNames: ['bob'],
          reportsManager: true,
        })
      ).status,
    ).toBe(201)
    const core = {
      name: 'core',
      description: 'The core',
      autoJoin: false,
      adminPrivileges: false,
      realm: 'internal',
      realmAttributes: '',
      externalId: '',
      watchManager: false,
      policyManager: false,
      reportsManager: true,
    }
    expect(await read(`${base}/groups/core`)).toEqual(core)
    expect(await read(`${base}/groups/core?includeUsers=true`)).toEqual({ ...core, userNames: ['bob'] })
    expect(await read(`${base}/groups/coders?includeUsers=true`)).not.toHaveProperty('userNames')
    expect((await post(`${base}/groups/core`, { autoJoin: true, userNames: [] })).status).toBe(200)
    expect(await read(`${base}/groups/core?includeUsers=true`)).toEqual({ ...core, autoJoin: true })
    expect((await post(`${base}/groups/ghosts`, {})).status).toBe(404)
  })

  test('administrators who join by themselves are refused with 400; deleting answers 200, then 404', async () => {
    expect((await put(`${base}/groups/bad`, { autoJoin: true, adminPrivileges: true })).status).toBe(400)
    expect(await read(`${base}/groups`)).toEqual(
      ['coders', 'core', 'readers'].map((name) => ({ name, uri: `${app.url}${base}/groups/${name}` })),
    )
    expect((await app.fetch(`${base}/groups/core`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.fetch(`${base}/groups/core`, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('permissions', () => {
  const repo = {
    'include-patterns': ['**/*.jar'],
    'exclude-patterns': ['dir/*'],
    repositories: ['ANY LOCAL', 'generic-local'],
    actions: {
      users: { bob: ['read', 'annotate', 'write'] },
      groups: { readers: ['manage', 'managedXrayMeta', 'distribute'] },
    },
  }
  const build = {
    'include-patterns': ['b/**'],
    'exclude-patterns': [''],
    repositories: ['artifactory-build-info'],
    actions: { users: { bob: ['read'] } },
  }

  test('the second version: builds are those of no project unless others are named', async () => {
    const actions = { users: { bob: ['read'] } }
    expect((await post(`${v2}/builds`, { build: { actions } })).status).toBe(201)
    expect(await read(`${v2}/builds`)).toEqual({
      name: 'builds',
      build: {
        'include-patterns': ['**'],
        'exclude-patterns': [],
        repositories: ['artifactory-build-info'],
        actions,
      },
    })
    expect((await app.fetch(`${v2}/builds`, { method: 'DELETE' })).status).toBe(200)
  })

  test('the second version: what is written is read back, sections that are unset are absent', async () => {
    expect((await post(`${v2}/p`, { name: 'p', repo, build })).status).toBe(201)
    expect(await read(`${v2}/p`)).toEqual({ name: 'p', repo, build })
    expect((await post(`${v2}/p`, { name: 'p', repo })).status).toBe(409)
    expect(
      (await put(`${v2}/p`, { name: 'p', repo: { repositories: ['npm-local'], actions: {} } })).status,
    ).toBe(200)
    expect(await read(`${v2}/p`)).toEqual({
      name: 'p',
      repo: { 'include-patterns': ['**'], 'exclude-patterns': [], repositories: ['npm-local'], actions: {} },
    })
    expect((await put(`${v2}/absent`, { repo })).status).toBe(404)
    expect(
      (await post(`${v2}/q`, { repo: { repositories: ['ANY'], actions: { users: { bob: ['own'] } } } }))
        .status,
    ).toBe(400)
  })

  test('what another wire gave for destinations stays when this one replaces the rest', async () => {
    const resources = { destination: { targets: { '*': {} }, actions: { groups: { readers: ['READ'] } } } }
    await post('/access/api/v2/permissions', { name: 'mixed', resources })
    await put(`${v2}/mixed`, { repo })
    const whole = (await read('/access/api/v2/permissions/mixed')) as { resources: object }
    expect(Object.keys(whole.resources)).toEqual(['artifact', 'destination'])
    await app.fetch(`${v2}/mixed`, { method: 'DELETE' })
  })

  test('the first version: letters and one text of patterns', async () => {
    const body = {
      name: 'old',
      includesPattern: '**/*.jar,docs/**',
      excludesPattern: 'docs/x/**',
      repositories: ['ANY'],
      principals: { users: { bob: ['r', 'w', 'n'] }, groups: { readers: ['r', 'd', 'm', 'mxm'] } },
    }
    expect((await put(`${base}/permissions/old`, body)).status).toBe(201)
    const back = (await read(`${base}/permissions/old`)) as typeof body
    expect({ ...back, principals: undefined }).toEqual({ ...body, principals: undefined })
    expect(back.principals.users.bob.toSorted()).toEqual(['n', 'r', 'w'])
    expect(back.principals.groups.readers.toSorted()).toEqual(['d', 'm', 'mxm', 'r'])
    expect((await put(`${base}/permissions/old`, { ...body, principals: {} })).status).toBe(201)
    expect(await read(`${v2}/old`)).toMatchObject({ repo: { actions: {} } })
  })

  test('both lists name them; deleting answers 200 on either', async () => {
    const names = ['Any Remote', 'Anything', 'old', 'p']
    expect(await read(v2)).toEqual(
      names.map((name) => ({ name, uri: `${app.url}${v2}/${encodeURIComponent(name)}` })),
    )
    expect(await read(`${base}/permissions`)).toEqual(
      names.map((name) => ({ name, uri: `${app.url}${base}/permissions/${encodeURIComponent(name)}` })),
    )
    expect((await app.fetch(`${v2}/p`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.fetch(`${base}/permissions/old`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.fetch(`${v2}/p`)).status).toBe(404)
  })
})
