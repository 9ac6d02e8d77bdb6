import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ErrorReply,
  MemberCandidate,
  MoveEffect,
  OwnProjects,
  ProjectMember,
  ProjectOverview,
  ProjectRepository,
  ProjectSummary,
  pageOf,
} from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials
let bea: Credentials
let eve: Credentials
let gus: Credentials

const access = '/access/api/v1/projects'
const views = '/ui/api/v1/projects'

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  bea = await app.user({ name: 'bea' })
  eve = await app.user({ name: 'eve' })
  gus = await app.user({ name: 'gus' })
  await app.group({ name: 'shoppers', members: ['gus'] })
  await create('web', 'Web shop')
  await create('bill', 'Billing')
  await member('web/users/ann', ['Project Admin'])
  await member('web/users/bea', ['Developer', 'Viewer'])
  await member('web/groups/shoppers', ['Viewer'])
  for (const key of ['web-npm-local', 'web-files', 'loose-files'])
    await app.fetch(
      '/ui/api/v1/repositories',
      json('POST', { key, kind: 'local', format: key.includes('npm') ? 'npm' : 'generic' }),
    )
  for (const key of ['web-npm-local', 'web-files']) await attach(key, 'web')
})

afterAll(() => app.close())

const create = (key: string, name: string, more: object = {}) =>
  app.fetch(access, json('POST', { project_key: key, display_name: name, ...more }))
const member = (path: string, roles: string[]) => app.fetch(`${access}/${path}`, json('PUT', { roles }))
const attach = (repository: string, project: string) =>
  app.fetch(`${access}/_/attach/repositories/${repository}/${project}?force=true`, { method: 'PUT' })
const read = async (path: string, send: Send = app.fetch) => (await send(path)).json()
const overview = async (key: string, send: Send = app.fetch) =>
  ProjectOverview.parse(await read(`${views}/${key}`, send))
const own = async (send: Send, query = '') =>
  OwnProjects.parse(await read(`/ui/api/v1/ui/projects${query}`, send))
const messageOf = async (reply: Response) => ErrorReply.parse(await reply.json()).error
const calculated = async (key: string) => {
  await expect.poll(async () => (await overview(key)).storage.isCalculating).toBe(false)
}

describe('one’s own projects', () => {
  test('ROLE-33: administrators administer all, others those in which they are project administrators', async () => {
    expect(await own(app.fetch)).toMatchObject({
      items: [
        { key: 'bill', name: 'Billing', isAdmin: true },
        { key: 'web', name: 'Web shop', isAdmin: true },
      ],
      total: 2,
      canAdminister: true,
    })
    expect(await own(app.as(ann))).toMatchObject({
      items: [{ key: 'web', name: 'Web shop', isAdmin: true }],
      canAdminister: true,
    })
    expect(await own(app.as(bea))).toMatchObject({
      items: [{ key: 'web', isAdmin: false }],
      canAdminister: false,
    })
    expect(await own(app.as(eve))).toMatchObject({ items: [], total: 0, canAdminister: false })
    await member('bill/groups/shoppers', ['Project Admin'])
    expect(await own(app.as(gus))).toMatchObject({ total: 2 })
    await app.fetch(`${access}/bill/groups/shoppers`, { method: 'DELETE' })
  })

  test('are found by name or key, by a list of keys, and page by page', async () => {
    expect((await own(app.fetch, '?search=SHOP')).items.map(({ key }) => key)).toEqual(['web'])
    expect((await own(app.fetch, '?search=%25')).items).toEqual([])
    expect((await own(app.fetch, '?keys=bill,gone')).items.map(({ key }) => key)).toEqual(['bill'])
    const first = await own(app.fetch, '?limit=1')
    expect(first).toMatchObject({ items: [{ key: 'bill' }], hasNextPage: true, total: 2 })
    const next = await own(app.fetch, `?limit=1&after=${first.endCursor}`)
    expect(next).toMatchObject({ items: [{ key: 'web' }], hasNextPage: false })
    expect((await app.fetch('/ui/api/v1/ui/projects?after=x')).status).toBe(400)
  })
})

describe('the list and the overview', () => {
  test('ADMIN-12, ADMIN-13: tell key, name, description, quota, administrators, repositories and members', async () => {
    const page = pageOf(ProjectSummary).parse(await read(`${views}?search=web`))
    expect(page.items).toMatchObject([
      {
        key: 'web',
        name: 'Web shop',
        quota: -1,
        repositories: 2,
        users: 2,
        groups: 1,
        admins: ['ann'],
        adminCount: 1,
      },
    ])
    expect((await app.as(ann)(views)).status).toBe(403)
    const web = await overview('web', app.as(ann))
    expect(web).toMatchObject({
      resources: [
        { format: 'generic', kind: 'local', count: 1 },
        { format: 'npm', kind: 'local', count: 1 },
      ],
      can: { administer: false, manageMembers: true, manageResources: true },
    })
    expect(web.activity[0]).toMatchObject({
      kind: 'project.repository-attached',
      actor: 'admin',
      detail: { repository: 'web-files' },
    })
    expect(await overview('web', app.as(bea))).toMatchObject({
      activity: [],
      can: { administer: false, manageMembers: false, manageResources: false },
    })
    expect((await app.as(eve)(`${views}/web`)).status).toBe(404)
  })
})

describe('the storage of a project', () => {
  test('ERR-17: is summed up in the background and kept, and says while a newer sum is on its way', async () => {
    await app.fetch('/artifactory/web-files/a.bin', { method: 'PUT', body: 'x'.repeat(1000) })
    await app.fetch('/artifactory/web-files/b/c.bin', { method: 'PUT', body: 'x'.repeat(1000) })
    expect((await app.as(bea)(`${views}/web/storage`, { method: 'POST' })).status).toBe(403)
    expect((await app.as(ann)(`${views}/web/storage`, { method: 'POST' })).status).toBe(202)
    await calculated('web')
    // Both, although they share their bytes: it is what the project holds.
    expect((await overview('web')).storage).toMatchObject({ bytes: 2000, files: 2, isCalculating: false })
    await writeSql(app, "update project_storage set requested_at = '2026-01-01' where project_key = 'web'")
    expect((await overview('web')).storage).toMatchObject({ bytes: 2000, isCalculating: true })
    await app.fetch(`${views}/web/storage`, { method: 'POST' })
    await calculated('web')
    await writeSql(
      app,
      "update project_storage set bytes = null, calculated_at = null where project_key = 'web'",
    )
    expect((await overview('web')).storage).toMatchObject({ bytes: null, isCalculating: true })
  })

  test('follows repositories from one project to another', async () => {
    await attach('web-files', 'bill')
    await calculated('bill')
    await calculated('web')
    expect((await overview('bill')).storage).toMatchObject({ bytes: 2000, files: 2 })
    expect((await overview('web')).storage).toMatchObject({ bytes: 0, files: 0 })
    await attach('web-files', 'web')
    await calculated('bill')
    await calculated('web')
  })

  test('over a quota that is more than a warning, nothing is stored', async () => {
    const change = (quota: number, isSoft: boolean) =>
      app.fetch(
        `${access}/web`,
        json('PUT', { display_name: 'Web shop', storage_quota_bytes: quota, soft_limit: isSoft }),
      )
    const store = () => app.fetch('/artifactory/web-files/d.bin', { method: 'PUT', body: 'x'.repeat(500) })
    await change(2200, false)
    const refused = await store()
    expect(refused.status).toBe(507)
    expect(await refused.text()).toContain('The project web has used up its storage quota')
    await change(2200, true)
    expect((await store()).status).toBe(201)
    await change(-1, false)
  })
})

test('a quota is kept to the byte, and room that was made counts at once', async () => {
  const quota = (bytes: number) =>
    app.fetch(`${access}/tiny`, json('PUT', { display_name: 'Tiny', storage_quota_bytes: bytes }))
  await app.fetch(
    access,
    json('POST', { project_key: 'tiny', display_name: 'Tiny', storage_quota_bytes: 1000 }),
  )
  await app.fetch(
    '/artifactory/api/repositories/tiny-files',
    json('PUT', { rclass: 'local', projectKey: 'tiny' }),
  )
  const counted = async () => (await overview('tiny')).storage
  await expect.poll(counted).toMatchObject({ bytes: 0, isCalculating: false })
  const store = async (name: string, size: number) => {
    const body = name.repeat(size)
    return (await app.fetch(`/artifactory/tiny-files/${name}`, { method: 'PUT', body })).status
  }
  expect([await store('a', 600), await store('b', 600)]).toEqual([201, 507])
  expect(await store('a', 300)).toBe(201)
  await expect.poll(() => store('b', 600)).toBe(201)
  await app.fetch('/artifactory/tiny-files/b', { method: 'DELETE' })
  await expect.poll(() => store('c', 700)).toBe(201)
  expect([await store('d', 1), await store('e', 0)]).toEqual([507, 201])
  await quota(0)
  expect([await store('f', 1), await store('g', 0)]).toEqual([507, 507])
  await quota(-1)
  expect(await store('f', 1)).toBe(201)
})

describe('members', () => {
  test('ADMIN-13: are users and groups with their roles, in one list, page by page', async () => {
    const path = `${views}/web/members`
    const all = pageOf(ProjectMember).parse(await read(path, app.as(bea)))
    expect(all).toMatchObject({
      items: [
        { kind: 'user', name: 'ann', roles: ['Project Admin'], size: null },
        { kind: 'user', name: 'bea', roles: ['Developer', 'Viewer'], size: null },
        { kind: 'group', name: 'shoppers', roles: ['Viewer'], size: 1 },
      ],
      total: 3,
    })
    const first = pageOf(ProjectMember).parse(await read(`${path}?limit=2`))
    const rest = pageOf(ProjectMember).parse(await read(`${path}?limit=2&after=${first.endCursor}`))
    expect([first.hasNextPage, rest.items.map(({ name }) => name)]).toEqual([true, ['shoppers']])
    expect(pageOf(ProjectMember).parse(await read(`${path}?search=SHO`)).total).toBe(1)
    expect((await app.as(eve)(path)).status).toBe(404)
  })

  test('are chosen among those who are not in it, by whoever manages members', async () => {
    const path = `${views}/web/candidates`
    const found = MemberCandidate.array().parse(await read(`${path}?search=e`, app.as(ann)))
    expect(found.map(({ name }) => name)).toContain('eve')
    expect(found.map(({ name }) => name)).not.toContain('bea')
    expect(MemberCandidate.array().parse(await read(`${path}?search=anonymous`))).toEqual([])
    expect((await app.as(bea)(path)).status).toBe(403)
  })
})

describe('repositories', () => {
  const page = async (relation: string, send: Send = app.fetch) =>
    pageOf(ProjectRepository).parse(await read(`${views}/web/repositories?relation=${relation}`, send))

  test('are its own, shared with it, or could be given to it', async () => {
    await app.fetch(`${access}/_/share/repositories/loose-files/web?readOnly=true`, { method: 'PUT' })
    expect((await page('own', app.as(bea))).items.map(({ key }) => key)).toEqual([
      'web-files',
      'web-npm-local',
    ])
    expect((await page('shared')).items).toMatchObject([
      { key: 'loose-files', owner: null, isReadOnly: true, sharedWith: ['web'], isSharedWithAll: false },
    ])
    expect((await overview('web')).sharedRepositories).toBe(1)
    const assignable = (await page('assignable')).items.map(({ key }) => key)
    expect(assignable).toContain('loose-files')
    expect(assignable).not.toContain('web-files')
    const refused = await app.as(ann)(`${views}/web/repositories?relation=assignable`)
    expect([refused.status, await messageOf(refused)]).toEqual([
      403,
      'Only administrators give repositories to projects. Ask one of them.',
    ])
  })

  test('tell before they move who gains, who loses, and which environments they drop', async () => {
    await member('bill/users/eve', ['Viewer'])
    await app.fetch(`${access}/web/environments`, json('POST', { name: 'web-QA' }))
    for (const environment of ['web-QA', 'DEV'])
      await app.fetch(`${access}/_/repositories/web-files/environments/${environment}`, { method: 'PUT' })
    const effect = MoveEffect.parse(await read(`${views}/bill/repositories/web-files/effect`))
    expect(effect).toEqual({
      from: 'web',
      to: 'bill',
      gain: { count: 1, names: ['eve'] },
      lose: { count: 3, names: ['ann', 'bea', 'gus'] },
      droppedEnvironments: ['web-QA'],
    })
    const leaving = MoveEffect.parse(await read(`${views}/web/repositories/web-files/effect?leaves=true`))
    expect(leaving).toMatchObject({ from: 'web', to: null, gain: { count: 0 }, lose: { count: 3 } })
    await attach('web-files', 'bill')
    const moved = pageOf(ProjectRepository).parse(await read(`${views}/bill/repositories`))
    expect(moved.items).toMatchObject([{ key: 'web-files', environments: ['DEV'] }])
    expect((await app.as(ann)(`${views}/web/repositories/web-files/effect`)).status).toBe(403)
    expect((await app.fetch(`${views}/web/repositories/nothing/effect`)).status).toBe(404)
  })
})
