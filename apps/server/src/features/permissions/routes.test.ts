import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, permissions, type PermissionSection } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
let ann: Credentials
let bob: Credentials
const address = '/ui/api/v1/permissions'

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  ann = await app.user({ name: 'ann' })
  bob = await app.user({ name: 'bob' })
  await app.group({ name: 'web', members: ['ann'] })
  for (const path of ['docs/a.txt', 'docs/secret/b.txt', 'src/c.js', 'top.txt'])
    await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })
})

afterAll(() => app.close())

const section = (over: Partial<PermissionSection> = {}): PermissionSection => ({
  section: 'artifact',
  targets: [{ name: 'generic-local', includePatterns: ['**'], excludePatterns: [] }],
  who: [{ kind: 'group', name: 'web', actions: ['read'] }],
  ...over,
})
const create = (name: string, ...sections: PermissionSection[]) =>
  app.fetch(address, json('POST', { name, sections }))
const remove = (name: string) => app.fetch(`${address}/${name}`, { method: 'DELETE' })
const statusOf = async (who: Credentials, path: string, init?: RequestInit) =>
  (await app.as(who)(`/artifactory/generic-local/${path}`, init)).status

describe('a permission', () => {
  test('opens what it includes and not what it excludes, for files, folders and digests alike', async () => {
    await create(
      'docs',
      section({
        targets: [
          { name: 'generic-local', includePatterns: ['docs/**'], excludePatterns: ['docs/secret/**'] },
        ],
      }),
    )
    expect(await statusOf(ann, 'docs/a.txt')).toBe(200)
    expect(await statusOf(ann, 'docs/a.txt.sha256')).toBe(200)
    for (const hidden of [
      'docs/secret/b.txt',
      'docs/secret/b.txt.sha256',
      'docs/secret/',
      'src/c.js',
      'src/',
      'top.txt',
      'docs/none.txt',
    ])
      expect([hidden, await statusOf(ann, hidden)]).toEqual([hidden, 404])
    const root = await (await app.as(ann)('/artifactory/generic-local/')).text()
    expect(root).toContain('docs/')
    expect(root).not.toMatch(/src|top\.txt/)
    const docs = await (await app.as(ann)('/artifactory/generic-local/docs/')).text()
    expect(docs).toContain('a.txt')
    expect(docs).not.toContain('secret')
    expect(await statusOf(bob, 'docs/a.txt')).toBe(404)
    expect((await remove('docs')).status).toBe(204)
    expect(await statusOf(ann, 'docs/a.txt')).toBe(404)
  })

  test('gives what it says and nothing more: writing by pattern, overwriting only with delete', async () => {
    await create(
      'writers',
      section({
        targets: [{ name: 'ANY LOCAL', includePatterns: ['in/**'], excludePatterns: [] }],
        who: [{ kind: 'user', name: 'bob', actions: ['read', 'deploy'] }],
      }),
    )
    const put = (path: string, body: string) => statusOf(bob, path, { method: 'PUT', body })
    expect(await put('in/1.txt', 'one')).toBe(201)
    expect(await put('in/1.txt', 'two')).toBe(403)
    expect(await put('out/1.txt', 'one')).toBe(403)
    expect(await statusOf(bob, 'in/1.txt', { method: 'DELETE' })).toBe(403)
    await app.permission({
      name: 'deleters',
      repositories: ['generic-local'],
      include: ['in/*.txt'],
      users: { bob: ['delete'] },
    })
    await app.fetch('/artifactory/generic-local/in/keep/2.txt', { method: 'PUT', body: 'kept' })
    // The folder holds a file that is not for bob to delete.
    expect(await statusOf(bob, 'in/', { method: 'DELETE' })).toBe(403)
    expect((await app.fetch('/artifactory/generic-local/in/keep/2.txt')).status).toBe(200)
    expect(await put('in/1.txt', 'two')).toBe(201)
    expect(await statusOf(bob, 'in/1.txt', { method: 'DELETE' })).toBe(204)
    await remove('writers')
    await remove('deleters')
  })

  test('decides about npm packages by the folder they are in: document, tarball, search, catalogue', async () => {
    await app.publish('npm', '@web/shown', '1.0.0')
    await app.publish('npm', '@ops/hidden', '1.0.0')
    await app.permission({
      name: 'web-npm',
      repositories: ['npm-local'],
      include: ['@web/**'],
      users: { bob: ['read', 'deploy'] },
    })
    const send = app.as(bob)
    const npm = '/artifactory/api/npm/npm-local'
    expect((await send(`${npm}/@web%2fshown`)).status).toBe(200)
    expect((await send(`${npm}/@web/shown/-/shown-1.0.0.tgz`)).status).toBe(200)
    expect((await send(`${npm}/@ops%2fhidden`)).status).toBe(404)
    expect((await send(`${npm}/@ops/hidden/-/hidden-1.0.0.tgz`)).status).toBe(404)
    expect((await send(`${npm}/@ops/hidden/1.0.0`)).status).toBe(404)
    const search = JSON.stringify(await (await send(`${npm}/-/v1/search?text=`)).json())
    expect(search).toContain('@web/shown')
    expect(search).not.toContain('@ops')
    expect(search).toContain('"total":1')
    const list = (await (await send('/ui/api/v1/packages')).json()) as {
      items: { name: string }[]
      total: number
    }
    expect(list.items.map(({ name }) => name)).toEqual(['@web/shown'])
    expect(await (await send('/ui/api/v1/packages-by-format')).json()).toEqual([
      { format: 'npm', packages: 1 },
    ])
    expect((await send(`/ui/api/v1/packages/${encodeURIComponent('npm://@ops/hidden')}`)).status).toBe(404)
    await app.publish('npm', '@web/new', '1.0.0', { as: bob })
    await expect(app.publish('npm', '@ops/new', '1.0.0', { as: bob })).rejects.toThrow('was answered 403')
    await remove('web-npm')
  })

  test('a repository that is deleted takes its part of permissions with it', async () => {
    const repository = (method: string, body?: object) =>
      app.fetch(`/ui/api/v1/repositories${body ? '' : '/reborn'}`, body ? json(method, body) : { method })
    await repository('POST', { key: 'reborn', kind: 'local', format: 'generic' })
    await create(
      'reborn',
      section({ targets: [{ name: 'reborn', includePatterns: ['**'], excludePatterns: [] }] }),
    )
    expect((await app.as(ann)('/artifactory/reborn/')).status).toBe(200)
    await repository('DELETE')
    await repository('POST', { key: 'reborn', kind: 'local', format: 'generic' })
    expect((await app.as(ann)('/artifactory/reborn/')).status).toBe(404)
    await remove('reborn')
  })

  const bad: [string, object][] = [
    [
      'a repository that does not exist',
      section({ targets: [{ name: 'nowhere', includePatterns: ['**'], excludePatterns: [] }] }),
    ],
    ['a user who does not exist', section({ who: [{ kind: 'user', name: 'ghost', actions: ['read'] }] })],
    ['a group that does not exist', section({ who: [{ kind: 'group', name: 'ghosts', actions: ['read'] }] })],
    ['an unknown action', { ...section(), who: [{ kind: 'user', name: 'ann', actions: ['own'] }] }],
    [
      'a pattern with a backslash',
      section({ targets: [{ name: 'ANY', includePatterns: ['a\\b'], excludePatterns: [] }] }),
    ],
  ]

  test.for(bad)('refuses %s, and leaves nothing behind', async ([, wrong]) => {
    const reply = await app.fetch(address, json('POST', { name: 'wrong', sections: [wrong] }))
    expect(reply.status).toBe(400)
    expect(ErrorReply.parse(await reply.json()).error).not.toBe('')
    expect((await app.fetch(`${address}/wrong`)).status).toBe(404)
  })

  test('is changed, copied and renamed; its name is its own', async () => {
    await create('one', section())
    expect((await create('one', section())).status).toBe(409)
    const copy = await app.fetch(`${address}/one/duplicate`, json('POST', { name: 'two' }))
    expect(await copy.json()).toMatchObject({ name: 'two', sections: [section()] })
    expect((await app.fetch(`${address}/two`, json('PUT', { name: 'one', sections: [] }))).status).toBe(409)
    const changed = await app.fetch(
      `${address}/two`,
      json('PUT', {
        name: 'three',
        sections: [section({ who: [{ kind: 'user', name: 'BOB', actions: ['deploy', 'read'] }] })],
      }),
    )
    expect(await changed.json()).toMatchObject({
      name: 'three',
      modifiedBy: 'admin',
      sections: [{ who: [{ kind: 'user', name: 'bob', actions: ['read', 'deploy'] }] }],
    })
    const entries = await app.db
      .selectFrom('audit')
      .select(['kind', 'detail'])
      .where('target', '=', 'two')
      .orderBy('sequence')
      .execute()
    expect(entries.map(({ kind }) => kind)).toEqual(['permission.created', 'permission.changed'])
    expect(entries[1]?.detail).toContain('user BOB: deploy read')
    for (const name of ['one', 'three']) expect((await remove(name)).status).toBe(204)
  })
})

describe('the list', () => {
  test('answers who can do what where', async () => {
    await app.group({ name: 'ops', members: ['bob'] })
    await app.permission({ name: 'a-read', repositories: ['ANY LOCAL'], groups: { web: ['read'] } })
    await app.permission({
      name: 'b-write',
      repositories: ['npm-local'],
      groups: { ops: ['read', 'deploy'] },
    })
    await app.permission({ name: 'c-own', repositories: ['generic-local'], users: { bob: ['delete'] } })
    const names = async (query: string) => {
      const reply = await app.fetch(`${address}?${query}`)
      return permissions.list.shape.response.parse(await reply.json()).items.map(({ name }) => name)
    }
    expect(await names('')).toEqual(['a-read', 'b-write', 'c-own'])
    expect(await names('repository=npm-local')).toEqual(['a-read', 'b-write'])
    expect(await names('repository=npm-local&action=deploy')).toEqual(['b-write'])
    expect(await names('user=bob')).toEqual(['b-write', 'c-own'])
    expect(await names('user=bob&action=delete')).toEqual(['c-own'])
    expect(await names('user=ann&action=deploy')).toEqual([])
    expect(await names('group=ops')).toEqual(['b-write'])
    expect(await names('search=WRITE')).toEqual(['b-write'])
    expect(await names('limit=1')).toEqual(['a-read'])
    const page = permissions.list.shape.response.parse(await (await app.fetch(`${address}?limit=2`)).json())
    expect(page).toMatchObject({ total: 3, hasNextPage: true })
    expect(await names(`limit=2&after=${page.endCursor}`)).toEqual(['c-own'])
  })

  test('shows effective permissions with what they came through', async () => {
    const reply = await app.fetch('/ui/api/v1/users/bob/permissions')
    expect(await reply.json()).toEqual({
      isAdmin: false,
      total: 2,
      items: [
        expect.objectContaining({
          permission: 'c-own',
          actions: ['delete'],
          via: [{ kind: 'user', name: 'bob', actions: ['delete'] }],
        }),
        expect.objectContaining({
          permission: 'b-write',
          actions: ['read', 'deploy'],
          via: [{ kind: 'group', name: 'ops', actions: ['read', 'deploy'] }],
        }),
      ],
    })
    expect((await app.as(bob)('/ui/api/v1/users/bob/permissions')).status).toBe(200)
    expect((await app.as(bob)('/ui/api/v1/users/ann/permissions')).status).toBe(403)
  })
})

describe('the access tester', () => {
  const ask = async (question: object, send = app.fetch) => {
    const reply = await send('/ui/api/v1/access-test', json('POST', question))
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }

  test('explains an allow by permission, group and pattern', async () => {
    const { body } = await ask({
      user: 'bob',
      action: 'deploy',
      repository: 'npm-local',
      path: 'x/-/x-1.0.0.tgz',
    })
    expect(body).toMatchObject({
      allowed: true,
      reasons: [
        {
          kind: 'permission',
          permission: 'b-write',
          via: { kind: 'group', name: 'ops' },
          target: 'npm-local',
          pattern: '**',
        },
      ],
      request: null,
    })
  })

  test('explains a deny by what came near, with a text to ask for it', async () => {
    const { body } = await ask({ user: 'ann', action: 'deploy', repository: 'npm-local', path: 'x' })
    expect(body).toMatchObject({
      allowed: false,
      sentence: 'ann may not deploy npm-local/x. No permission allows it.',
      reasons: [
        { permission: 'a-read', sentence: expect.stringContaining('does not give the deploy right') },
      ],
      request: expect.stringContaining('ann needs the deploy right on npm-local/x'),
    })
  })

  test('knows groups, administrators, disabled users and anonymous', async () => {
    expect((await ask({ group: 'ops', action: 'read', repository: 'npm-local' })).body['allowed']).toBe(true)
    expect((await ask({ group: 'ops', action: 'delete', repository: 'npm-local' })).body['allowed']).toBe(
      false,
    )
    expect((await ask({ user: 'admin', action: 'manage', repository: 'anything' })).body).toMatchObject({
      allowed: true,
      reasons: [{ kind: 'administrator' }],
    })
    await app.user({ name: 'off' })
    await app.fetch('/ui/api/v1/users/off', json('PATCH', { status: 'disabled' }))
    expect((await ask({ user: 'off', action: 'read', repository: 'npm-local' })).body['sentence']).toContain(
      'is disabled',
    )
    expect(
      (await ask({ user: 'anonymous', action: 'read', repository: 'npm-local' })).body['sentence'],
    ).toContain('switched off')
  })

  test('answers people about themselves only', async () => {
    expect((await ask({ action: 'read', repository: 'npm-local' }, app.as(bob))).body['allowed']).toBe(true)
    expect((await ask({ user: 'bob', action: 'read', repository: 'npm-local' }, app.as(bob))).status).toBe(
      200,
    )
    expect((await ask({ user: 'ann', action: 'read', repository: 'npm-local' }, app.as(bob))).status).toBe(
      403,
    )
    expect((await ask({ group: 'web', action: 'read', repository: 'npm-local' }, app.as(bob))).status).toBe(
      403,
    )
  })

  test('tries patterns on paths', async () => {
    const reply = await app.fetch(
      '/ui/api/v1/pattern-test',
      json('POST', {
        includePatterns: ['**/*.jar'],
        excludePatterns: ['secret/**'],
        paths: ['a/b.jar', '/secret/b.jar', 'b.txt'],
      }),
    )
    expect(await reply.json()).toEqual([
      { path: 'a/b.jar', isCovered: true, pattern: '**/*.jar' },
      { path: '/secret/b.jar', isCovered: false, pattern: 'secret/**' },
      { path: 'b.txt', isCovered: false, pattern: null },
    ])
  })
})

test('what saving would change is told before it is saved', async () => {
  for (let index = 0; index < 12; index++) await app.user({ name: `crowd-${index}` })
  await app.group({ name: 'crowd', members: Array.from({ length: 12 }, (_, index) => `crowd-${index}`) })
  const preview = async (name: string | undefined, ...sections: PermissionSection[]) => {
    const reply = await app.fetch('/ui/api/v1/permission-preview', json('POST', { name, sections }))
    const { effects } = permissions.preview.shape.response.parse(await reply.json())
    return effects.map(({ sentence }) => sentence)
  }
  const any = { name: 'ANY LOCAL', includePatterns: ['**'], excludePatterns: [] }
  const wanted = section({ targets: [any], who: [{ kind: 'group', name: 'crowd', actions: ['deploy'] }] })
  const repositories = await app.db
    .selectFrom('repositories')
    .select('key')
    .where('key', '<>', 'auto-trashcan')
    .where('kind', '=', 'local')
    .execute()
  expect(await preview(undefined, wanted)).toEqual([
    `+12 people gain deploy on ${repositories.length} repositories`,
  ])
  await create(
    'crowd',
    section({ targets: [any], who: [{ kind: 'group', name: 'crowd', actions: ['deploy'] }] }),
  )
  expect(await preview('crowd', wanted)).toEqual([])
  expect(
    await preview(
      'crowd',
      section({ who: [{ kind: 'user', name: 'crowd-1', actions: ['deploy', 'delete'] }] }),
    ),
  ).toEqual([
    `−11 people lose deploy on ${repositories.length} repositories`,
    `−1 person loses deploy on ${repositories.length - 1} ${repositories.length === 2 ? 'repository' : 'repositories'}`,
    '+1 person gains delete on 1 repository',
  ])
  await remove('crowd')
})

describe('a manager', () => {
  let manager: Credentials

  beforeAll(async () => {
    manager = await app.user({ name: 'mia' })
    await create(
      'managed',
      section({
        who: [
          { kind: 'user', name: 'mia', actions: ['read', 'manage'] },
          { kind: 'group', name: 'web', actions: ['read'] },
        ],
      }),
    )
    await app.permission({ name: 'foreign', repositories: ['npm-local'], users: { mia: ['read'] } })
  })

  const save = (name: string, ...sections: PermissionSection[]) =>
    app.as(manager)(`${address}/${name}`, json('PUT', { sections }))
  const mia = { kind: 'user', name: 'mia', actions: ['read', 'manage'] } as const

  test('sees the permissions whose every resource is theirs, and no others', async () => {
    const reply = permissions.list.shape.response.parse(await (await app.as(manager)(address)).json())
    expect(reply.items.map(({ name }) => name).sort()).toEqual(['c-own', 'managed'])
    expect(reply.total).toBe(2)
    expect((await app.as(manager)(`${address}/foreign`)).status).toBe(404)
    expect((await app.as(manager)(`${address}/absent`)).status).toBe(404)
    const mine = await (await app.as(manager)(`${address}/managed`)).json()
    expect(mine).toMatchObject({
      can: { edit: true, addResources: false, grantManage: false, delete: false },
    })
    expect((await app.as(bob)(address)).status).toBe(403)
  })

  test('changes who gets what', async () => {
    const reply = await save(
      'managed',
      section({
        who: [
          { ...mia, actions: [...mia.actions] },
          { kind: 'user', name: 'bob', actions: ['read', 'deploy'] },
        ],
      }),
    )
    expect(reply.status).toBe(200)
    expect(await statusOf(bob, 'docs/a.txt')).toBe(200)
  })

  const beyond: [string, string, PermissionSection[]][] = [
    [
      'adds no repository',
      'managed',
      [
        section({
          targets: [
            ...section().targets,
            { name: 'npm-local', includePatterns: ['**'], excludePatterns: [] },
          ],
        }),
      ],
    ],
    [
      'widens to no ANY',
      'managed',
      [section({ targets: [{ name: 'ANY', includePatterns: ['**'], excludePatterns: [] }] })],
    ],
    [
      'adds no other kind of resource',
      'managed',
      [
        section(),
        section({
          section: 'build',
          targets: [{ name: 'artifactory-build-info', includePatterns: ['**'], excludePatterns: [] }],
        }),
      ],
    ],
    [
      'makes no other managers',
      'managed',
      [section({ who: [{ kind: 'user', name: 'bob', actions: ['manage'] }] })],
    ],
  ]

  test.for(beyond)('%s', async ([, name, sections]) => {
    const reply = await save(name, ...sections)
    expect(reply.status).toBe(403)
    expect(ErrorReply.parse(await reply.json()).error).toContain('only an administrator')
  })

  test('creates, renames and deletes none, and does not touch others’', async () => {
    const send = app.as(manager)
    expect((await send(address, json('POST', { name: 'new', sections: [section()] }))).status).toBe(403)
    expect((await send(`${address}/managed/duplicate`, json('POST', { name: 'new' }))).status).toBe(403)
    expect((await send(`${address}/managed`, { method: 'DELETE' })).status).toBe(403)
    expect((await send(`${address}/managed`, json('PUT', { name: 'mine', sections: [] }))).status).toBe(403)
    expect((await send(`${address}/foreign`, { method: 'DELETE' })).status).toBe(404)
    expect((await save('foreign', section())).status).toBe(404)
    expect(
      (await send('/ui/api/v1/permission-preview', json('POST', { name: 'foreign', sections: [] }))).status,
    ).toBe(404)
  })

  test('whose role is to manage resources does all of it; an auditor only looks', async () => {
    const keeper = app.as(await app.user({ name: 'keeper', privileges: ['resources'] }))
    expect((await keeper(address, json('POST', { name: 'kept', sections: [section()] }))).status).toBe(200)
    expect((await keeper(`${address}/kept`, { method: 'DELETE' })).status).toBe(204)
    const auditor = app.as(await app.user({ name: 'auditor', privileges: ['auditor'] }))
    expect((await auditor(address)).status).toBe(200)
    expect((await auditor(`${address}/foreign`)).status).toBe(200)
    expect((await auditor(`${address}/foreign`, json('PUT', { sections: [] }))).status).toBe(404)
    expect((await auditor('/ui/api/v1/users')).status).toBe(200)
    expect(
      (await auditor('/ui/api/v1/users', json('POST', { name: 'x', password: 'Password-1' }))).status,
    ).toBe(403)
  })
})

test('ROLE-27: without credentials one may do what permissions give to anonymous, while that is switched on', async () => {
  const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
  try {
    for (const path of ['free/a.txt', 'closed/a.txt'])
      await open.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })
    const get = async (path: string) => (await open.anonymous(`/artifactory/generic-local/${path}`)).status
    expect([await get('free/a.txt'), await get('closed/a.txt')]).toEqual([200, 200])
    await open.closeReading()
    expect([await get('free/a.txt'), await get('closed/a.txt')]).toEqual([401, 401])
    const repositories = ['generic-local']
    await open.permission({
      name: 'free',
      repositories,
      include: ['free/**'],
      users: { anonymous: ['read'] },
    })
    expect([await get('free/a.txt'), await get('closed/a.txt')]).toEqual([200, 401])
    const put = { method: 'PUT', body: 'x' }
    expect((await open.anonymous('/artifactory/generic-local/free/b.txt', put)).status).toBe(401)
    // A group counts for it as for everybody.
    await open.group({ name: 'guests', members: ['anonymous'] })
    await open.permission({ name: 'guests', repositories, groups: { guests: ['read'] } })
    expect(await get('closed/a.txt')).toBe(200)
  } finally {
    await open.close()
  }
  await app.permission({ name: 'anonymous', repositories: ['generic-local'], users: { anonymous: ['read'] } })
  expect((await app.anonymous('/artifactory/generic-local/docs/a.txt')).status).toBe(401)
  await remove('anonymous')
})
