// Who may do what: rows F of the threat table.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../support/app.ts'
import { json, signIn } from '../support/browser.ts'
import type { Send } from '../support/builders/published.ts'
import { engine } from '../support/database.ts'
import { apiRoutes, fill } from '../routes/routes.ts'

let app: TestApp
let mallory: Credentials

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  mallory = await app.user({ name: 'mallory' })
})

afterAll(() => app.close())

const userOf = async (name: string) =>
  (await (await app.fetch(`/ui/api/v1/users/${name}`)).json()) as Record<string, unknown>

describe('F01: nobody makes an administrator of themselves', () => {
  const crown = {
    isAdmin: true,
    admin: true,
    is_admin: 1,
    effective_admin: true,
    groups: ['crowned'],
    realm: 'ldap',
    internalPasswordDisabled: true,
    isPasswordDisabled: true,
    privileges: ['resources', 'auditor'],
    policyManager: true,
    email: 'mallory@example.com',
    password: 'Mallory-1-password',
  }

  beforeAll(async () => {
    await app.group({ name: 'crowned', isAdmin: true })
  })

  const ways: [string, string, string, object][] = [
    ['a new user', 'POST', '/ui/api/v1/users', { name: 'puppet', ...crown }],
    ['a new user of Access', 'POST', '/access/api/v2/users', { username: 'puppet', ...crown }],
    ['a new user of Artifactory', 'PUT', '/artifactory/api/security/users/puppet', crown],
    ['my own user', 'PATCH', '/ui/api/v1/users/mallory', crown],
    ['my own user of Access', 'PATCH', '/access/api/v2/users/mallory', crown],
    ['my own user of Artifactory', 'POST', '/artifactory/api/security/users/mallory', crown],
    ['my groups', 'PATCH', '/access/api/v2/users/mallory/groups', { add: ['crowned'] }],
    ['the group', 'PATCH', '/ui/api/v1/groups/crowned/members', { add: ['mallory'] }],
    ['the group of Access', 'PATCH', '/access/api/v2/groups/crowned/members', { add: ['mallory'] }],
    ['the group of everybody', 'POST', '/artifactory/api/security/groups/readers', { adminPrivileges: true }],
    [
      'many at once',
      'POST',
      '/ui/api/v1/user-changes',
      { names: ['mallory'], action: 'add-to-group', group: 'crowned' },
    ],
    ['a permission', 'POST', '/ui/api/v1/permissions', { name: 'p', sections: [] }],
    ['a permission of Access', 'POST', '/access/api/v2/permissions', { name: 'p', resources: {} }],
    ['a permission of Artifactory', 'POST', '/artifactory/api/v2/security/permissions/p', {}],
  ]

  test.for(ways)('by way of %s', async ([, method, path, body]) => {
    const reply = await app.as(mallory)(path, json(method, body))
    expect(reply.status).toBe(403)
  })

  test('nor by more fields in what they may change of themselves', async () => {
    const browser = await signIn(app, mallory)
    await browser.send('/ui/api/v1/ui/userProfile', json('POST', { password: mallory.password }))
    await browser.send('/ui/api/v1/ui/userProfile', json('PUT', crown))
    await app.as(mallory)(
      '/access/api/v1/tokens',
      json('POST', { scope: 'applied-permissions/admin', ...crown }),
    )
    expect(await userOf('mallory')).toMatchObject({
      isAdmin: false,
      isOwnAdmin: false,
      groups: ['readers'],
      privileges: [],
      realm: 'internal',
      isPasswordDisabled: false,
    })
    expect((await app.fetch('/ui/api/v1/users/puppet')).status).toBe(404)
    expect((await app.fetch('/ui/api/v1/permissions/p')).status).toBe(404)
  })
})

describe('F03: no route forgot the check', async () => {
  const api = await apiRoutes()
  const open = new Set(['public', 'browse', 'signed-in', 'identified'])
  const call = (send: Send, { method, path }: { method: string; path: string }) =>
    send(fill(path), method === 'GET' || method === 'DELETE' ? { method } : json(method, {}))

  /** What each privilege opens beside what every user may; everything else is refused. */
  const privileges: Record<string, string[]> = {
    resources: ['manage-permissions', 'manage-resources'],
    policies: [],
    watches: [],
    reports: [],
    auditor: ['manage-permissions', 'read-identities', 'audit'],
  }

  test.for(Object.entries(privileges))(
    'the privilege %s opens what it is for and nothing else',
    async ([name, opened]) => {
      const send = app.as({
        token: await app.token(await app.user({ name: `has-${name}`, privileges: [name] })),
      })
      const others = api.filter(({ allow }) => !open.has(allow) && !opened.includes(allow))
      const letIn: string[] = []
      for (const { name: route, endpoint } of others)
        if ((await call(send, endpoint)).status !== 403) letIn.push(route)
      expect(letIn).toEqual([])
      expect(others.length).toBeGreaterThan(50)
    },
  )

  test('a disabled user, a revoked token and a token for reading one repository are refused everywhere', async () => {
    const gone = await app.user({ name: 'gone', isAdmin: true })
    const token = await app.token(gone)
    await app.fetch('/ui/api/v1/users/gone', json('PATCH', { status: 'disabled' }))
    const made = await app.fetch(
      '/access/api/v1/tokens',
      json('POST', { scope: 'artifact:generic-local/**:r' }),
    )
    const narrow = ((await made.json()) as { access_token: string }).access_token
    for (const { name, endpoint } of api.filter((one) => one.allow !== 'public'))
      expect([name, (await call(app.as({ token }), endpoint)).status]).toEqual([name, 401])
    for (const { name, endpoint } of api.filter((one) => !open.has(one.allow)))
      expect([name, (await call(app.as({ token: narrow }), endpoint)).status]).toEqual([name, 403])
  })
})

describe('F06: what one may not read leaves no trace', () => {
  const secret = 'hidden-plans'
  let spy: Send

  beforeAll(async () => {
    for (const [key, format] of [
      [secret, 'generic'],
      [`${secret}-npm`, 'npm'],
    ])
      await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format }))
    await app.fetch(`/artifactory/${secret}/${secret}.txt`, { method: 'PUT', body: secret })
    await app.publish('npm', '@dark/project', '1.0.0', { repository: `${secret}-npm` })
    await app.publish('npm', 'light', '1.0.0', { manifest: { dependencies: { '@dark/project': '^1.0.0' } } })
    await app.permission({
      name: `team of ${secret}`,
      repositories: [secret],
      groups: { readers: [] },
      users: { admin: ['read'] },
    })
    spy = app.as(await app.user({ name: 'spy', grants: [{ action: 'read', repository: 'npm-local' }] }))
  })

  const asked = [
    '/ui/api/v1/repositories',
    '/ui/api/v1/packages',
    '/ui/api/v1/packages?name=dark',
    `/ui/api/v1/packages?repository=${secret}-npm`,
    '/ui/api/v1/packages-by-format',
    `/ui/api/v1/packages/${encodeURIComponent('npm://@dark/project')}`,
    `/ui/api/v1/packages/${encodeURIComponent('npm://@dark/project')}/versions`,
    '/artifactory/api/npm/npm-local/-/v1/search?text=dark',
    `/artifactory/api/npm/${secret}-npm/-/v1/search?text=`,
    `/artifactory/api/npm/${secret}-npm/@dark%2fproject`,
    `/artifactory/${secret}/`,
    `/artifactory/${secret}/${secret}.txt`,
    `/artifactory/${secret}/${secret}.txt.sha256`,
    '/ui/api/v1/users/spy/permissions',
    '/ui/api/v1/permissions',
    '/access/api/v2/permissions',
  ]

  test.for(asked)('not at %s', async (path) => {
    const reply = await spy(path)
    // What was asked may be repeated; nothing else may appear.
    const text = (await reply.text()).replaceAll(
      decodeURIComponent(path.split('/').at(-1)?.split('?')[0] ?? ''),
      '',
    )
    const known = path.includes(secret) || path.includes('dark') ? [] : [secret, '@dark']
    for (const word of [...known, 'sha256":"', '"total":2', '"packages":2']) expect(text).not.toContain(word)
    if (path.includes(secret) && path.startsWith('/artifactory')) expect(reply.status).toBe(404)
  })

  test('a dependency is no link to a package that is hidden', async () => {
    const reply = await spy(`/ui/api/v1/packages/${encodeURIComponent('npm://light')}/versions/1.0.0`)
    const { dependencies } = (await reply.json()) as { dependencies: unknown[] }
    expect(dependencies).toEqual([expect.objectContaining({ name: '@dark/project', packageId: null })])
  })

  test('one’s own question about a hidden repository is answered as about one that does not exist', async () => {
    const ask = async (repository: string) => {
      const reply = await spy('/ui/api/v1/access-test', json('POST', { action: 'read', repository }))
      return (await reply.text()).replaceAll(repository, '(key)')
    }
    expect(await ask(secret)).toBe(await ask('no-such-plans'))
  })

  test('refusals are the same for what is hidden and what does not exist', async () => {
    for (const [method, path] of [
      ['GET', '/artifactory/(key)/a.txt'],
      ['PUT', '/artifactory/(key)/a.txt'],
      ['DELETE', '/artifactory/(key)/a.txt'],
      ['GET', '/artifactory/api/npm/(key)/a'],
      ['PUT', '/artifactory/api/npm/(key)/a'],
    ] as const) {
      const [hidden, absent] = await Promise.all(
        [secret, 'no-such-plans'].map(async (key) => {
          const reply = await spy(path.replace('(key)', key), { method })
          return [
            reply.status,
            (await reply.text()).replaceAll(key, '(key)').replace(/"requestId":"\w+"/, ''),
          ]
        }),
      )
      expect(hidden).toEqual(absent)
    }
  })
})

describe('F14: SQL in values is text', () => {
  const attacks = [
    "' OR 1=1--",
    '"; drop table users; --',
    "$$'; select pg_sleep(5)--",
    "x' union select password_hash from users--",
    '%',
    '_',
    String.raw`\ `,
  ]
  const lists = [
    '/ui/api/v1/users?search=',
    '/ui/api/v1/users?group=',
    '/ui/api/v1/groups?search=',
    '/ui/api/v1/groups/readers/members?search=',
    '/ui/api/v1/permissions?search=',
    '/ui/api/v1/permissions?user=',
    '/ui/api/v1/permissions?group=',
    '/ui/api/v1/permissions?repository=',
  ]

  test.for(lists)('%s finds nothing by it', async (list) => {
    for (const attack of attacks) {
      const reply = await app.fetch(list + encodeURIComponent(attack))
      expect([attack, reply.status]).toEqual([attack, 200])
      expect(await reply.json()).toMatchObject({ items: [], total: 0 })
    }
  })

  test('sorts and cursors that are not ours are refused, names that do not exist are not found', async () => {
    for (const attack of attacks) {
      const text = encodeURIComponent(attack)
      expect((await app.fetch(`/ui/api/v1/users?sort=${text}`)).status).toBe(400)
      expect((await app.fetch(`/ui/api/v1/users?after=${text}`)).status).toBe(400)
      for (const thing of ['users', 'groups', 'permissions'])
        expect((await app.fetch(`/ui/api/v1/${thing}/${text}`)).status).toBe(404)
      const cursor = Buffer.from(JSON.stringify([attack, attack])).toString('base64url')
      expect((await app.fetch(`/ui/api/v1/users?after=${cursor}`)).status).toBe(200)
    }
    expect((await app.fetch('/ui/api/v1/users?search=a%00b')).status).toBe(400)
    expect((await app.db.selectFrom('users').select('id').execute()).length).toBeGreaterThan(2)
  })
})

test('F15: names of every object are names like others, or refused; nothing later is changed by them', async () => {
  const raw = (path: string, method: string, body: string) =>
    app.fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
  const poison = '{"__proto__":{"isAdmin":true,"admin":true},"constructor":{"prototype":{"isAdmin":true}}'
  await raw('/ui/api/v1/users', 'POST', `${poison},"name":"polly","password":"Password-1-of-polly"}`)
  expect(await userOf('polly')).toMatchObject({ isAdmin: false })
  await raw('/artifactory/api/security/users/pam', 'PUT', `${poison},"password":"Password-1-of-pam"}`)
  expect(await userOf('pam')).toMatchObject({ isAdmin: false })
  const map = '{"__proto__":["read"],"constructor":["read"]}'
  const section = `{"repositories":["ANY"],"actions":{"users":${map},"groups":${map}}}`
  const made = await raw('/artifactory/api/v2/security/permissions/poisoned', 'POST', `{"repo":${section}}`)
  expect([201, 400]).toContain(made.status)
  const targets = '{"__proto__":{"include_patterns":["**"]}}'
  const access = `{"name":"poisoned2","resources":{"artifact":{"targets":${targets}},"__proto__":{"targets":{}}}}`
  expect([201, 400]).toContain((await raw('/access/api/v2/permissions', 'POST', access)).status)
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    for (const thing of ['users', 'groups', 'permissions'])
      expect((await app.fetch(`/ui/api/v1/${thing}/${name}`)).status).toBe(404)
  await app.group({ name: 'constructor', members: ['polly'] })
  await app.permission({ name: 'constructor', groups: { constructor: ['read'] } })
  expect(await (await app.fetch('/ui/api/v1/users/polly/permissions')).json()).toMatchObject({
    items: [{ permission: 'constructor', via: [{ kind: 'group', name: 'constructor' }] }],
  })
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  expect(await userOf('mallory')).toMatchObject({ isAdmin: false })
})

test('F17: templates in names and descriptions come back as they are', async () => {
  for (const text of ['${7*7}', '#{7*7}', '{{7*7}}', '<%=7*7%>', String.raw`$\A{7*7}`]) {
    await app.fetch('/ui/api/v1/groups', json('POST', { name: 'printed', description: text }))
    expect(await (await app.fetch('/ui/api/v1/groups/printed')).json()).toMatchObject({ description: text })
    await app.fetch('/ui/api/v1/groups/printed', { method: 'DELETE' })
    const refused = await app.fetch('/ui/api/v1/permissions', json('POST', { name: text, sections: [] }))
    expect(refused.status).toBe(400)
    expect(((await refused.json()) as { error: string }).error).not.toContain('49')
  }
})

describe('F18: nobody acts on rights that were taken away', () => {
  let nodes: [TestApp, TestApp]

  beforeAll(async () => {
    // On PostgreSQL a second node, which has everything in its memory; SQLite has one process.
    nodes = [app, engine === 'postgres' ? await startTestApp({ beside: app }) : app]
    await app.fetch('/artifactory/generic-local/f18.txt', { method: 'PUT', body: 'x' })
  })

  afterAll(async () => {
    if (nodes[1] !== app) await nodes[1].close()
  })

  interface Case {
    give(name: string): Promise<unknown>
    take(name: string): Promise<unknown>
  }
  const send = (method: string, path: string, body?: object) =>
    app.fetch(path, body ? json(method, body) : { method })
  const permit = (name: string, over: object = {}) =>
    app.permission({ name, repositories: ['generic-local'], users: { [name]: ['read'] }, ...over })
  const member = (name: string, how: 'add' | 'remove') =>
    send('PATCH', `/ui/api/v1/groups/group-${name}/members`, { [how]: [name] })
  const throughGroup = async (name: string) => {
    await app.group({ name: `group-${name}`, members: [name] })
    await app.permission({ name, repositories: ['generic-local'], groups: { [`group-${name}`]: ['read'] } })
  }
  const sections = (over: object) => [
    {
      section: 'artifact',
      targets: [{ name: 'generic-local', includePatterns: ['**'], excludePatterns: [] }],
      who: [],
      ...over,
    },
  ]

  const cases: Record<string, Case> = {
    'a permission is deleted': {
      give: permit,
      take: (name) => send('DELETE', `/ui/api/v1/permissions/${name}`),
    },
    'a permission names the user no more': {
      give: permit,
      take: (name) => send('PUT', `/ui/api/v1/permissions/${name}`, { sections: sections({}) }),
    },
    'a permission excludes the path': {
      give: permit,
      take: (name) =>
        send('PUT', `/ui/api/v1/permissions/${name}`, {
          sections: sections({
            targets: [{ name: 'generic-local', includePatterns: ['**'], excludePatterns: ['f18.*'] }],
            who: [{ kind: 'user', name, actions: ['read'] }],
          }),
        }),
    },
    'the user leaves the group': { give: throughGroup, take: (name) => member(name, 'remove') },
    'the group is deleted': {
      give: throughGroup,
      take: (name) => send('DELETE', `/ui/api/v1/groups/group-${name}`),
    },
    'the group loses its part of the permission, by another wire': {
      give: throughGroup,
      take: (name) =>
        send('PATCH', `/access/api/v2/permissions/${name}/artifact`, {
          actions: { groups: { [`group-${name}`]: [] } },
        }),
    },
    'the group makes no administrators any more': {
      give: (name) => app.group({ name: `group-${name}`, members: [name], isAdmin: true }),
      take: (name) => send('PATCH', `/ui/api/v1/groups/group-${name}`, { isAdmin: false }),
    },
    'the user is disabled': {
      give: permit,
      take: (name) => send('PATCH', `/ui/api/v1/users/${name}`, { status: 'disabled' }),
    },
    'the user is deleted': { give: permit, take: (name) => send('DELETE', `/ui/api/v1/users/${name}`) },
  }

  test.for(Object.entries(cases))('when %s', async ([title, { give, take }]) => {
    const name = `u${Object.keys(cases).indexOf(title)}`
    const who = await app.user({ name })
    const token = await app.token(who)
    const tries = () =>
      Promise.all(
        nodes.flatMap((node) =>
          [who, { token }].map((one) => node.as(one)('/artifactory/generic-local/f18.txt')),
        ),
      )
    for (const { status } of await tries()) expect(status).toBe(404)
    await give(name)
    for (let round = 0; round < 3; round++) for (const { status } of await tries()) expect(status).toBe(200)
    expect(((await take(name)) as Response).ok).toBe(true)
    for (const { status } of await tries()) expect([401, 404]).toContain(status)
  })
})
