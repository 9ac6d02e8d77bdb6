import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply, Role } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  await send('POST', 'projects', { project_key: 'web', display_name: 'Web' })
})

afterAll(() => app.close())

const send = (method: string, path: string, body?: object) =>
  app.fetch(`/access/api/v1/${path}`, body ? json(method, body) : { method })

const list = async (path: string) => (await send('GET', path)).json()
const namesOf = async (path: string) =>
  Role.array()
    .parse(await list(path))
    .map((role) => role.name)
const messageOf = async (reply: Response) => ErrorReply.parse(await reply.json()).error

describe('roles', () => {
  test('of every project: the predefined ones, which stay as they are', async () => {
    const predefined = [
      'Project Admin',
      'Developer',
      'Contributor',
      'Viewer',
      'Release Manager',
      'Security Manager',
      'Application Admin',
    ]
    expect(await namesOf('roles')).toEqual(predefined)
    expect(await namesOf('projects/web/roles')).toEqual(predefined)
    const change = { name: 'Viewer', actions: ['DELETE_OVERWRITE_REPOSITORY'] }
    expect(await messageOf(await send('PUT', 'roles/Viewer', change))).toContain('predefined')
    expect((await send('DELETE', 'roles/Viewer')).status).toBe(400)
    expect((await send('POST', 'roles', { name: 'Viewer' })).status).toBe(409)
  })

  test('of our own: for all projects, or for one', async () => {
    const role = { name: 'Tester', description: 'Tests', environments: ['DEV'], actions: ['READ_REPOSITORY'] }
    const made = await send('POST', 'roles', { ...role, type: 'CUSTOM_GLOBAL' })
    expect(made.status).toBe(201)
    expect(await made.json()).toEqual({ ...role, type: 'CUSTOM_GLOBAL' })
    expect((await send('POST', 'projects/web/roles', { ...role, name: 'Web Tester' })).status).toBe(201)
    expect(await list('projects/web/roles/Web%20Tester')).toMatchObject({ type: 'CUSTOM' })
    expect(await namesOf('projects/web/roles')).toEqual(expect.arrayContaining(['Tester', 'Web Tester']))
    expect(await namesOf('roles')).not.toContain('Web Tester')
    const wider = { ...role, name: 'Web Tester', environments: [] }
    expect(await (await send('PUT', 'projects/web/roles/Web%20Tester', wider)).json()).toMatchObject({
      environments: [],
    })
    expect((await send('PUT', 'roles/Tester', { ...role, name: 'Other' })).status).toBe(400)
    expect((await send('DELETE', 'projects/web/roles/Web%20Tester')).status).toBe(204)
    expect((await send('DELETE', 'projects/web/roles/Web%20Tester')).status).toBe(404)
  })

  test('name actions and environments that exist', async () => {
    expect((await send('POST', 'roles', { name: 'x', actions: ['FLY'] })).status).toBe(400)
    const moon = await send('POST', 'roles', { name: 'x', environments: ['MOON'] })
    expect(await messageOf(moon)).toContain('DEV, PROD')
  })

  test('are changed by those who may', async () => {
    const asAnn = app.as(ann)
    const body = json('POST', { name: 'mine', actions: [] })
    expect((await asAnn('/access/api/v1/roles', body)).status).toBe(403)
    expect((await asAnn('/access/api/v1/projects/web/roles', body)).status).toBe(404)
    expect((await asAnn('/access/api/v1/environments', json('POST', { name: 'X' }))).status).toBe(403)
  })
})

describe('environments', () => {
  test('are DEV and PROD first, and those that are made, in that order', async () => {
    expect((await send('POST', 'environments', { name: 'AAA' })).status).toBe(201)
    expect(await list('environments')).toEqual([{ name: 'DEV' }, { name: 'PROD' }, { name: 'AAA' }])
    expect((await send('POST', 'environments', { name: 'AAA' })).status).toBe(409)
    expect((await send('POST', 'environments', { name: 'A"A' })).status).toBe(400)
    expect((await send('DELETE', 'environments/DEV')).status).toBe(400)
    expect((await send('DELETE', 'environments/AAA')).status).toBe(204)
    expect((await send('DELETE', 'environments/AAA')).status).toBe(404)
  })

  test('of a project carry its key and are seen there only', async () => {
    expect(await messageOf(await send('POST', 'projects/web/environments', { name: 'QA' }))).toContain('web-')
    expect((await send('POST', 'projects/web/environments', { name: 'web-QA' })).status).toBe(201)
    expect(await list('projects/web/environments')).toContainEqual({ name: 'web-QA' })
    expect(await list('environments')).not.toContainEqual({ name: 'web-QA' })
    expect((await send('POST', 'environments', { name: 'web-QA' })).status).toBe(409)
  })

  test('renamed, they keep their roles; used, they stay', async () => {
    await send('POST', 'environments', { name: 'STAGE_1' })
    await send('POST', 'environments', { name: 'STAGEx1' })
    await send('POST', 'roles', { name: 'Stager', environments: ['STAGE_1', 'STAGEx1'] })
    expect(await messageOf(await send('DELETE', 'environments/STAGE_1'))).toContain('the role Stager')
    const renamed = await send('POST', 'environments/STAGE_1/rename', { new_name: 'STAGE-2' })
    expect(await renamed.json()).toEqual({ name: 'STAGE-2' })
    expect(await list('roles/Stager')).toMatchObject({ environments: ['STAGE-2', 'STAGEx1'] })
    expect((await send('POST', 'environments/STAGE-2/rename', { new_name: 'DEV' })).status).toBe(409)
    expect((await send('POST', 'environments/PROD/rename', { new_name: 'X' })).status).toBe(400)
  })
})
