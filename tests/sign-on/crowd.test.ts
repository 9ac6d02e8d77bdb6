// Sign-in with a Crowd server.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Crowd, crowd } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json, signIn } from '../support/browser.ts'
import { startCrowd, type CrowdServer } from '../support/crowd.ts'
import { writeSql } from '../support/sql.ts'

let server: CrowdServer
let app: TestApp

beforeAll(async () => {
  server = await startCrowd({
    cleo: {
      password: 'secret-of-cleo',
      email: 'cleo@example.org',
      groups: ['crowd-dev', 'crowd-staff', 'unknown'],
    },
    iva: { password: 'secret-of-iva', email: 'iva@example.org', groups: [], isActive: false },
    admin: { password: 'secret-of-admin', email: 'admin@example.org', groups: [] },
  })
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
  for (const name of ['crowd-dev', 'crowd-staff'])
    expect((await app.fetch('/ui/api/v1/groups', json('POST', { name }))).status).toBeLessThan(300)
})

// Limits of wrong passwords are another test's subject.
beforeEach(() => writeSql(app, 'delete from attempts'))

afterAll(async () => {
  await app?.close()
  await server?.stop()
})

const address = '/ui/api/v1/crowd'
const settings = (changes: object = {}) => ({
  isEnabled: true,
  serverUrl: server.url,
  applicationName: server.application.name,
  applicationPassword: server.application.password,
  ...changes,
})
const set = async (changes: object = {}) =>
  expect((await app.fetch(address, json('PUT', settings(changes)))).status).toBe(200)
const login = async (name: string, password = `secret-of-${name}`) =>
  (await signIn(app, { name, password })).reply.status
const run = async (given: object) =>
  crowd.test.shape.response.parse(
    await (
      await app.fetch(`${address}/test`, json('POST', { settings: settings(), user: 'cleo', ...given }))
    ).json(),
  )

describe('signing in', () => {
  test('makes the user, with the groups that exist here', async () => {
    await set()
    expect(await login('cleo')).toBe(200)
    expect(await login('cleo', 'wrong')).toBe(401)
    expect(await login('iva')).toBe(401)
    expect(await login('nobody-there')).toBe(401)
    const user = await app.db.selectFrom('users').selectAll().where('name', '=', 'cleo').executeTakeFirst()
    expect(user).toMatchObject({ realm: 'crowd', email: 'cleo@example.org' })
    const groups = await app.db
      .selectFrom('memberships')
      .innerJoin('groups', 'groups.id', 'memberships.group_id')
      .select('name')
      .where('user_id', '=', user?.id ?? '')
      .where('source', '=', 'crowd:crowd')
      .orderBy('name')
      .execute()
    expect(groups.map(({ name }) => name)).toEqual(['crowd-dev', 'crowd-staff'])
  })

  test('does not touch an internal user of the same name', async () => {
    await set()
    expect(await login('admin')).toBe(401)
    expect(await login('admin', app.admin.password)).toBe(200)
  })

  test('asks again each time, or not for so many minutes', async () => {
    await set()
    const asked = () => server.calls.filter((call) => call === 'POST authentication cleo').length
    let before = asked()
    await login('cleo')
    await login('cleo')
    expect(asked() - before).toBe(2)
    await set({ sessionMinutes: 5 })
    before = asked()
    await login('cleo')
    await login('cleo')
    expect(asked() - before).toBe(1)
    expect(await login('cleo', 'wrong')).toBe(401)
  })

  test('does not ask when it is switched off', async () => {
    await set({ isEnabled: false })
    const before = server.calls.length
    expect(await login('cleo')).toBe(401)
    expect(server.calls).toHaveLength(before)
  })
})

test('API-25: anybody is told whether Crowd is enabled', async () => {
  for (const isEnabled of [true, false]) {
    await set({ isEnabled })
    expect(await (await app.anonymous('/ui/api/v1/ui/crowd')).json()).toEqual({ enabled: isEnabled })
  }
})

test('a server that is down keeps nobody else out, and the sign-in screen hears of it', async () => {
  await set({ serverUrl: 'http://127.0.0.1:1/crowd' })
  expect(await login('cleo')).toBe(401)
  expect(await login('admin', app.admin.password)).toBe(200)
  const states = await (await app.anonymous('/access/auth/realms/status')).json()
  expect(states).toContainEqual({
    name: 'Crowd',
    isAvailable: false,
    message: expect.stringContaining('sign in'),
  })
  await set()
  const after = await (await app.anonymous('/access/auth/realms/status')).json()
  expect(after).toContainEqual({ name: 'Crowd', isAvailable: true, message: '' })
})

describe('the test', () => {
  test('shows the steps, the groups and the account', async () => {
    const result = await run({ password: 'secret-of-cleo' })
    expect(result.steps.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['Sign in', 'passed'],
      ['Groups', 'passed'],
      ['Account', 'passed'],
    ])
    expect(result.account?.groups).toEqual([
      { name: 'crowd-dev', exists: true },
      { name: 'crowd-staff', exists: true },
      { name: 'unknown', exists: false },
    ])
    expect((await run({ password: 'wrong' })).isPassed).toBe(false)
    const refused = await run({ settings: settings({ applicationPassword: 'wrong' }) })
    expect(refused.steps.at(-1)?.detail).toContain('refuses the application')
  })

  test('C05: a closed port and a server that is not Crowd get the same words after the same time', async () => {
    const timed = async (serverUrl: string) => {
      const begun = performance.now()
      const { steps } = await run({ settings: settings({ serverUrl }) })
      return { steps, took: performance.now() - begun }
    }
    const [closed, open] = await Promise.all([timed('http://127.0.0.1:1'), timed(app.url)])
    expect(open.steps).toEqual(closed.steps)
    // Both wait for the end of the five seconds: what answers at once must not be told from what does not.
    for (const { took } of [closed, open]) expect(took).toBeGreaterThan(4990)
  })
})

test('H03: the password is never told, kept when left out, and does not follow to another server', async () => {
  await set()
  const read = await (await app.fetch(address)).json()
  expect(Crowd.parse(read)).toMatchObject({ applicationPassword: '', hasApplicationPassword: true })
  await set({ applicationPassword: '', sessionMinutes: 1 })
  expect(await login('cleo')).toBe(200)
  const moved = await app.fetch(
    address,
    json('PUT', settings({ applicationPassword: '', serverUrl: 'http://127.0.0.1:1' })),
  )
  expect(moved.status).toBe(400)
  const rows = await app.db.selectFrom('settings').select('value').execute()
  expect(JSON.stringify(rows)).not.toContain(server.application.password)
  const audited = await app.db.selectFrom('audit').selectAll().where('kind', '=', 'crowd.changed').execute()
  expect(audited.length).toBeGreaterThan(0)
  expect(JSON.stringify(audited)).not.toContain(server.application.password)
})

test('the Access API reads and writes the same settings', async () => {
  const path = '/access/api/v1/crowd'
  const given = {
    enable_integration: true,
    server_url: server.url,
    application_name: server.application.name,
    password: server.application.password,
    session_validation_interval: 3,
    direct_authentication: false,
    override_all_groups_upon_login: true,
  }
  expect((await app.fetch(path, json('PUT', given))).status).toBe(200)
  expect(await (await app.fetch(path)).json()).toMatchObject({ ...given, password: '' })
  expect(await login('cleo')).toBe(200)
})
