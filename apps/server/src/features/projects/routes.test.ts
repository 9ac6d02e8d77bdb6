import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, Member, Project, RepositoryAssignment } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let ann: Credentials
let bea: Credentials
let eve: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  bea = await app.user({ name: 'bea' })
  eve = await app.user({ name: 'eve' })
})

afterAll(() => app.close())

const base = '/access/api/v1/projects'

async function create(key: string, more: object = {}): Promise<Response> {
  return app.fetch(base, json('POST', { project_key: key, display_name: `Project ${key}`, ...more }))
}

const put = (send: Send, path: string, roles: string[]) => send(`${base}/${path}`, json('PUT', { roles }))

const refusalOf = async (reply: Response) => {
  const { errors } = ErrorReply.parse(await reply.json())
  return `${reply.status} ${errors[0]?.message}`
}

describe('a project', () => {
  test('is made, read, changed and deleted with the members that clients compare', async () => {
    const made = await create('web', { description: 'The shop', storage_quota_bytes: 1_000 })
    expect(made.status).toBe(201)
    const expected = {
      project_key: 'web',
      display_name: 'Project web',
      description: 'The shop',
      admin_privileges: {
        manage_members: true,
        manage_resources: true,
        index_resources: true,
        manage_remote_repository: false,
      },
      soft_limit: false,
      storage_quota_bytes: 1_000,
      storage_quota_email_notification: true,
    }
    expect(await made.json()).toEqual(expected)
    const changed = await app.fetch(`${base}/web`, json('PUT', { ...expected, soft_limit: true }))
    expect(changed.status).toBe(200)
    const read = await app.fetch(`${base}/web`)
    expect(await read.json()).toEqual({ ...expected, soft_limit: true })
    expect((await app.fetch(`${base}/web`, { method: 'DELETE' })).status).toBe(204)
    const gone = await app.fetch(`${base}/web`, { method: 'DELETE' })
    expect(await refusalOf(gone)).toBe('404 Could not find project "web".')
  })

  test('VAL-07: a key must start with a lower-case letter', async () => {
    for (const key of ['Web', '1web', '-web', 'wEb']) expect((await create(key)).status).toBe(400)
    expect(await refusalOf(await create('1web'))).toContain(
      'Project key must start with a lowercase character',
    )
  })

  test('VAL-08: a key has 2 to 128 lower-case letters, digits and hyphens', async () => {
    for (const key of ['w', `w${'x'.repeat(128)}`, 'we b', 'we_b', 'wé']) {
      const refused = await create(key)
      expect(refused.status, key).toBe(400)
    }
    expect((await create(`w${'x'.repeat(127)}`, { display_name: 'Long' })).status).toBe(201)
    expect((await create('w2')).status).toBe(201)
  })

  test('cannot be made twice, neither by key nor by name, and some words are taken', async () => {
    await create('twice')
    expect((await create('twice', { display_name: 'Other' })).status).toBe(409)
    expect((await create('other', { display_name: 'Project twice' })).status).toBe(409)
    expect(await refusalOf(await create('dflt'))).toContain('has a meaning of its own')
  })

  test('is made by administrators only', async () => {
    const body = json('POST', { project_key: 'mine', display_name: 'Mine', admin: true })
    expect((await app.as(ann)(base, body)).status).toBe(403)
    expect((await app.anonymous(base, body)).status).toBe(401)
  })
})

describe('members', () => {
  beforeAll(async () => {
    await create('team')
  })

  test('are users and groups with roles, seen by members and by nobody else', async () => {
    const given = await put(app.fetch, 'team/users/ann', ['Developer', 'Developer'])
    expect(given.status).toBe(200)
    expect(Member.parse(await given.json())).toEqual({ name: 'ann', roles: ['Developer'] })
    expect((await put(app.fetch, 'team/groups/readers', ['Viewer'])).status).toBe(200)
    const groups = await app.as(ann)(`${base}/team/groups`)
    expect(await groups.json()).toEqual({ members: [{ name: 'readers', roles: ['Viewer'] }] })
    expect((await app.fetch(`${base}/team/groups/readers`, { method: 'DELETE' })).status).toBe(204)
    const hidden = await app.as(eve)(`${base}/team/users`)
    expect(await refusalOf(hidden)).toBe('404 Could not find project "team".')
    const lists = await Promise.all([ann, eve].map(async (who) => (await app.as(who)(base)).json()))
    expect(
      lists.map((list) =>
        Project.array()
          .parse(list)
          .map((one) => one.project_key),
      ),
    ).toEqual([['team'], []])
  })

  test('need a role that exists, and a user who does', async () => {
    expect(await refusalOf(await put(app.fetch, 'team/users/ann', ['King']))).toContain('no role "King"')
    expect((await put(app.fetch, 'team/users/nobody', ['Viewer'])).status).toBe(404)
    expect((await put(app.fetch, 'team/users/ann', [])).status).toBe(400)
    expect((await app.fetch(`${base}/team/users/eve`)).status).toBe(404)
  })

  test('ROLE-03: a project administrator manages the members of that project and of no other', async () => {
    await create('rival')
    expect((await put(app.as(bea), 'team/users/eve', ['Viewer'])).status).toBe(404)
    await put(app.fetch, 'team/users/bea', ['Project Admin'])
    expect((await put(app.as(bea), 'team/users/eve', ['Viewer'])).status).toBe(200)
    expect((await app.as(bea)(`${base}/team/users/eve`, { method: 'DELETE' })).status).toBe(204)
    expect((await put(app.as(bea), 'rival/users/bea', ['Project Admin'])).status).toBe(404)
    expect((await put(app.as(ann), 'team/users/ann', ['Project Admin'])).status).toBe(403)
    expect((await app.as(bea)(`${base}/team`, { method: 'DELETE' })).status).toBe(403)
  })

  test('F11: what is not delegated to project administrators is refused to them', async () => {
    await create('strict', { admin_privileges: { manage_members: false, manage_resources: false } })
    await put(app.fetch, 'strict/users/bea', ['Project Admin'])
    expect((await put(app.as(bea), 'strict/users/eve', ['Viewer'])).status).toBe(403)
    const role = json('POST', { name: 'r', actions: ['READ_BUILD'] })
    expect((await app.as(bea)(`${base}/strict/roles`, role)).status).toBe(403)
  })
})

describe('repositories of projects', () => {
  beforeAll(async () => {
    await create('own')
    await create('guest')
    await app.fetch(
      '/ui/api/v1/repositories',
      json('POST', { key: 'own-npm-local', kind: 'local', format: 'npm' }),
    )
  })

  const assignment = async () =>
    RepositoryAssignment.parse(await (await app.fetch(`${base}/_/repositories/own-npm-local`)).json())
  const change = (method: string, path: string, send: Send = app.fetch) =>
    send(`${base}/_/${path}`, { method })

  test('are given to one and taken out again; a project that holds some stays', async () => {
    expect((await change('PUT', 'attach/repositories/own-npm-local/own')).status).toBe(204)
    expect(await assignment()).toMatchObject({ assigned_to: 'own', shared_with_projects: [] })
    expect((await change('PUT', 'attach/repositories/own-npm-local/guest')).status).toBe(409)
    const kept = await app.fetch(`${base}/own`, { method: 'DELETE' })
    expect(await refusalOf(kept)).toContain('still holds own-npm-local')
    expect((await change('PUT', 'attach/repositories/own-npm-local/guest?force=true')).status).toBe(204)
    expect((await change('DELETE', 'attach/repositories/own-npm-local')).status).toBe(204)
    expect(await assignment()).not.toHaveProperty('assigned_to')
    expect((await change('PUT', 'attach/repositories/nothing/own')).status).toBe(404)
    expect((await change('PUT', 'attach/repositories/own-npm-local/nothing')).status).toBe(404)
  })

  test('are shared with one project, with all, and no longer', async () => {
    await change('PUT', 'attach/repositories/own-npm-local/own')
    expect((await change('PUT', 'share/repositories/own-npm-local/guest?readOnly=true')).status).toBe(204)
    expect((await change('PUT', 'share/repositories/own-npm-local?readOnly=true')).status).toBe(204)
    expect(await assignment()).toEqual({
      resource_name: 'own-npm-local',
      environments: [],
      assigned_to: 'own',
      shared_with_projects: ['guest'],
      shared_with_all_projects: true,
      shared_read_only: true,
    })
    expect((await change('DELETE', 'share/repositories/own-npm-local')).status).toBe(204)
    expect((await change('DELETE', 'share/repositories/own-npm-local/guest')).status).toBe(204)
    expect(await assignment()).toMatchObject({ shared_with_projects: [], shared_with_all_projects: false })
    expect((await change('PUT', 'share/repositories/own-npm-local/own')).status).toBe(400)
  })

  test('lie in environments that exist', async () => {
    expect((await change('PUT', 'repositories/own-npm-local/environments/PROD')).status).toBe(204)
    expect((await change('PUT', 'repositories/own-npm-local/environments/MOON')).status).toBe(404)
    expect(await assignment()).toMatchObject({ environments: ['PROD'] })
    expect((await change('DELETE', 'repositories/own-npm-local/environments/PROD')).status).toBe(204)
    expect(await assignment()).toMatchObject({ environments: [] })
  })

  test('F04: whoever manages another project can neither share nor place them', async () => {
    await change('PUT', 'attach/repositories/own-npm-local/own')
    await put(app.fetch, 'guest/users/bea', ['Project Admin'])
    const asBea = app.as(bea)
    expect((await change('PUT', 'share/repositories/own-npm-local/guest', asBea)).status).toBe(403)
    expect((await change('PUT', 'repositories/own-npm-local/environments/DEV', asBea)).status).toBe(403)
    expect((await change('PUT', 'attach/repositories/own-npm-local/guest?force=true', asBea)).status).toBe(
      403,
    )
    expect((await change('PUT', 'share/repositories/none/guest', asBea)).status).toBe(403)
    await put(app.fetch, 'own/users/bea', ['Project Admin'])
    expect((await change('PUT', 'share/repositories/own-npm-local/guest', asBea)).status).toBe(204)
  })
})

describe('what roles give', () => {
  const read = (send: Send) => send('/artifactory/shop-generic-local/a.txt')
  const write = (send: Send) => send('/artifactory/shop-generic-local/b.txt', { method: 'PUT', body: 'b' })

  beforeAll(async () => {
    await create('shop')
    await app.fetch(
      '/ui/api/v1/repositories',
      json('POST', { key: 'shop-generic-local', kind: 'local', format: 'generic' }),
    )
    await app.fetch(`${base}/_/attach/repositories/shop-generic-local/shop`, { method: 'PUT' })
    await app.fetch('/artifactory/shop-generic-local/a.txt', { method: 'PUT', body: 'a' })
  })

  test('a member may do what the role says, until the role is taken away', async () => {
    const cat = await app.user({ name: 'cat' })
    expect((await write(app.as(cat))).status).toBe(403)
    await put(app.fetch, 'shop/users/cat', ['Contributor'])
    expect((await read(app.as(cat))).status).toBe(200)
    expect((await write(app.as(cat))).status).toBe(201)
    expect((await app.as(cat)('/artifactory/shop-generic-local/b.txt', { method: 'DELETE' })).status).toBe(
      403,
    )
    await app.fetch(`${base}/shop/users/cat`, { method: 'DELETE' })
    expect((await write(app.as(cat))).status).toBe(403)
  })

  test('a role reaches the environments it names, and repositories that lie in none', async () => {
    const dan = await app.user({ name: 'dan' })
    await put(app.fetch, 'shop/users/dan', ['Contributor'])
    const place = (method: string, environment: string) =>
      app.fetch(`${base}/_/repositories/shop-generic-local/environments/${environment}`, { method })
    await place('PUT', 'PROD')
    expect((await write(app.as(dan))).status).toBe(403)
    await place('PUT', 'DEV')
    expect((await write(app.as(dan))).status).toBe(201)
    await place('DELETE', 'DEV')
    await place('DELETE', 'PROD')
  })

  test('through a group, and for repositories that are shared, read-only where it says so', async () => {
    const gus = await app.user({ name: 'gus' })
    await create('mall')
    await put(app.fetch, 'mall/users/gus', ['Contributor'])
    expect((await write(app.as(gus))).status).toBe(403)
    const share = `${base}/_/share/repositories/shop-generic-local/mall`
    await app.fetch(`${share}?readOnly=true`, { method: 'PUT' })
    expect((await write(app.as(gus))).status).toBe(403)
    await app.fetch(share, { method: 'PUT' })
    expect((await write(app.as(gus))).status).toBe(201)
    await app.fetch(`${base}/mall/users/gus`, { method: 'DELETE' })
    await put(app.fetch, 'mall/groups/readers', ['Contributor'])
    expect((await write(app.as(gus))).status).toBe(201)
    await app.fetch(share, { method: 'DELETE' })
    expect((await write(app.as(gus))).status).toBe(403)
  })
})
