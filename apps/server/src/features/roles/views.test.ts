import { afterAll, beforeAll, expect, test } from 'vitest'
import { EnvironmentUse, ErrorReply, RoleHolder, RoleUse, pageOf } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  await app.group({ name: 'team' })
  await send('POST', 'projects', { project_key: 'web', display_name: 'Web' })
  await send('POST', 'projects', { project_key: 'bill', display_name: 'Billing' })
})

afterAll(() => app.close())

const send = (method: string, path: string, body?: object) =>
  app.fetch(`/access/api/v1/${path}`, body ? json(method, body) : { method })
const view = async (path: string) => (await app.fetch(`/ui/api/v1/${path}`)).json()
const environments = async (path = 'environments') => EnvironmentUse.array().parse(await view(path))
const messageOf = async (reply: Response) => ErrorReply.parse(await reply.json()).error

test('ADMIN-22: environments are DEV and PROD plus custom ones, with what uses them, in an order of one’s own', async () => {
  expect(await environments()).toMatchObject([
    { name: 'DEV', isFixed: true, isGlobal: true, repositories: 0, roles: 0 },
    { name: 'PROD', isFixed: true },
  ])
  await send('POST', 'environments', { name: 'STAGING' })
  await send('POST', 'projects/web/environments', { name: 'web-QA' })
  await send('POST', 'roles', { name: 'Stager', environments: ['STAGING'] })
  await send('PUT', 'projects/_/repositories/npm-local/environments/STAGING')
  expect((await environments()).at(-1)).toEqual({
    name: 'STAGING',
    isGlobal: true,
    isFixed: false,
    repositories: 1,
    roles: 1,
  })
  expect(await view('environments/STAGING/use')).toEqual({
    repositories: [{ key: 'npm-local', format: 'npm', kind: 'local' }],
    roles: [{ name: 'Stager', project: '' }],
  })
  const order = (names: string[]) => app.fetch('/ui/api/v1/environments/order', json('PUT', { names }))
  expect((await order(['DEV', 'STAGING', 'PROD'])).status).toBe(200)
  expect((await environments()).map(({ name }) => name)).toEqual(['DEV', 'STAGING', 'PROD'])
  expect((await environments('projects/web/environments')).map(({ name }) => name)).toEqual([
    'DEV',
    'STAGING',
    'PROD',
    'web-QA',
  ])
  for (const names of [
    ['DEV', 'PROD'],
    ['DEV', 'DEV', 'PROD'],
    ['DEV', 'PROD', 'MOON'],
  ])
    expect(await messageOf(await order(names))).toContain('DEV, STAGING, PROD')
  expect((await app.as(ann)('/ui/api/v1/environments')).status).toBe(403)
  expect((await app.as(ann)('/ui/api/v1/projects/web/environments')).status).toBe(404)
})

test('ADMIN-20: roles tell how many have them and who; one that somebody has is not deleted', async () => {
  const name = 'Write 100%_"x"\\'
  await send('POST', 'roles', { name, environments: ['DEV'], actions: ['READ_REPOSITORY'] })
  await send('POST', 'roles', { name: 'Write 100A_"x"\\' })
  await send('PUT', 'projects/web/users/ann', { roles: [name, 'Viewer'] })
  await send('PUT', 'projects/bill/groups/team', { roles: [name] })
  const roles = RoleUse.array().parse(await view('roles'))
  expect(roles.find((role) => role.name === name)).toMatchObject({ type: 'CUSTOM_GLOBAL', holders: 2 })
  expect(roles.find((role) => role.name === 'Viewer')).toMatchObject({ type: 'PREDEFINED', holders: 1 })
  const ofWeb = RoleUse.array().parse(await view('projects/web/roles'))
  expect(ofWeb.find((role) => role.name === name)?.holders).toBe(1)
  const path = `roles/${encodeURIComponent(name)}/holders`
  const first = pageOf(RoleHolder).parse(await view(`${path}?limit=1`))
  expect(first).toMatchObject({
    items: [{ kind: 'group', name: 'team', project: 'bill', projectName: 'Billing' }],
    total: 2,
    hasNextPage: true,
  })
  const rest = pageOf(RoleHolder).parse(await view(`${path}?limit=1&after=${first.endCursor}`))
  expect(rest).toMatchObject({ items: [{ kind: 'user', name: 'ann', project: 'web' }], hasNextPage: false })
  const kept = await send('DELETE', `roles/${encodeURIComponent(name)}`)
  expect([kept.status, await messageOf(kept)]).toEqual([
    409,
    `The role ${name} is held by team in bill, ann in web. Give them another first.`,
  ])
  await send('PUT', 'projects/web/users/ann', { roles: ['Viewer'] })
  await send('DELETE', 'projects/bill/groups/team')
  expect((await send('DELETE', `roles/${encodeURIComponent(name)}`)).status).toBe(204)
})
