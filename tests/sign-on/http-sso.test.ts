// Sign-in by a proxy that names the person in a header.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Current } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { sendRaw } from '../support/raw.ts'
import { secure } from '../support/security.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app?.close())

const address = '/ui/api/v1/http-sso'
const set = async (changes: object) => {
  const settings = { isEnabled: true, header: 'X-Remote-User', proxies: ['127.0.0.1'], autoCreateUsers: true }
  expect((await app.fetch(address, json('PUT', { ...settings, ...changes }))).status).toBe(200)
}
/** Who one is, as the web application asks. */
async function whoIs(headers: Record<string, string>): Promise<string | undefined> {
  const reply = await app.anonymous('/ui/api/v1/ui/auth/current', { headers })
  expect(reply.status).toBe(200)
  return Current.parse(await reply.json()).user?.name
}

test('a trusted proxy signs people in, and makes users where that is allowed', async () => {
  await set({})
  expect(await whoIs({ 'x-remote-user': 'Hana' })).toBe('hana')
  expect(await whoIs({})).toBeUndefined()
  const user = await app.db.selectFrom('users').selectAll().where('name', '=', 'hana').executeTakeFirst()
  expect(user).toMatchObject({ realm: 'http-sso', is_admin: 0 })
  await set({ autoCreateUsers: false })
  expect(await whoIs({ 'x-remote-user': 'hana' })).toBe('hana')
  expect(await whoIs({ 'x-remote-user': 'ivo' })).toBeUndefined()
})

test('no proxy names an internal user, least of all the administrator', async () => {
  await set({})
  expect(await whoIs({ 'x-remote-user': 'admin' })).toBeUndefined()
})

test('a disabled user stays out, at once', async () => {
  await set({})
  expect(await whoIs({ 'x-remote-user': 'jon' })).toBe('jon')
  await app.fetch('/ui/api/v1/users/jon', { method: 'DELETE' })
  await set({ autoCreateUsers: false })
  expect(await whoIs({ 'x-remote-user': 'jon' })).toBeUndefined()
})

test('whoever must give a second factor is not let in by a header alone', async () => {
  await set({})
  expect(await whoIs({ 'x-remote-user': 'kim' })).toBe('kim')
  const groups = [await app.group({ name: 'two-factors', members: ['kim'] })]
  await secure(app, { secondFactor: { policy: 'required-for-groups', groups, appliesToExternal: true } })
  // Changed settings are looked at anew.
  await set({ header: 'X-Remote-Person' })
  expect(await whoIs({ 'x-remote-person': 'kim' })).toBeUndefined()
  expect(await whoIs({ 'x-remote-person': 'lou' })).toBe('lou')
})

describe('E04: the header is ignored', () => {
  test('by default', async () => {
    const fresh = await startTestApp()
    try {
      for (const name of [
        'x-remote-user',
        'remote_user',
        'remote-user',
        'x-webauth-user',
        'x-forwarded-user',
      ]) {
        const reply = await fresh.anonymous('/ui/api/v1/ui/auth/current', { headers: { [name]: 'admin' } })
        expect(Current.parse(await reply.json()).user).toBeNull()
      }
    } finally {
      await fresh.close()
    }
  })

  test('from anybody but the proxies, whatever they say about where they come from', async () => {
    await set({ proxies: ['10.1.2.3'] })
    const claims = { 'x-forwarded-for': '10.1.2.3', 'x-real-ip': '10.1.2.3', forwarded: 'for=10.1.2.3' }
    expect(await whoIs({ 'x-remote-user': 'hana', ...claims })).toBeUndefined()
    await set({ proxies: [] })
    expect(await whoIs({ 'x-remote-user': 'hana', ...claims })).toBeUndefined()
  })

  test('when it is switched off', async () => {
    await set({ isEnabled: false })
    expect(await whoIs({ 'x-remote-user': 'hana' })).toBeUndefined()
  })
})

describe('E04: what a visitor smuggles past the proxy is refused', () => {
  const send = (lines: string) =>
    sendRaw(
      app.url,
      `GET /ui/api/v1/ui/auth/current HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines}\r\n`,
    )
  const smuggled: [string, string][] = [
    ['under the other spelling alone', 'x_remote_user: hana\r\n'],
    ['under both spellings', 'x-remote-user: hana\r\nx_remote_user: admin\r\n'],
    ['twice', 'x-remote-user: hana\r\nX-Remote-User: admin\r\n'],
    ['as a list', 'x-remote-user: hana, admin\r\n'],
  ]

  test.for(smuggled)('%s', async ([, lines]) => {
    await set({})
    const { status, body } = await send(lines)
    expect([status, body.includes('"hana"'), body.includes('"admin"')]).toEqual([400, false, false])
  })
})

test('a write needs the proof of our own page, as with a cookie', async () => {
  await set({})
  const headers = { 'x-remote-user': 'hana', 'content-type': 'application/json' }
  const body = JSON.stringify({})
  const forged = await app.anonymous('/access/api/v1/tokens', { method: 'POST', headers, body })
  expect(forged.status).toBe(403)
  const own = await app.anonymous('/access/api/v1/tokens', {
    method: 'POST',
    headers: { ...headers, 'x-requested-with': 'XMLHttpRequest' },
    body,
  })
  expect(own.status).toBeLessThan(300)
})

test('credentials of the request itself win, also when they are wrong', async () => {
  await set({})
  const wrong = `Basic ${Buffer.from('hana:wrong').toString('base64')}`
  const reply = await app.anonymous('/ui/api/v1/ui/auth/current', {
    headers: { 'x-remote-user': 'hana', authorization: wrong },
  })
  expect(reply.status).toBe(401)
})

test('API-26: anybody is told whether HTTP SSO is enabled', async () => {
  for (const isEnabled of [true, false]) {
    await set({ isEnabled })
    expect(await (await app.anonymous('/ui/api/v1/ui/httpsso')).json()).toEqual({ enabled: isEnabled })
  }
})

test('the test tells an administrator how their own request would be read', async () => {
  const settings = { header: 'X-Remote-User', proxies: ['127.0.0.1'] }
  const ask = async (headers: Record<string, string>, changes: object = {}) =>
    (
      await app.fetch(`${address}/test`, {
        ...json('POST', { ...settings, ...changes }),
        headers: { 'content-type': 'application/json', ...headers },
      })
    ).json()
  expect(await ask({ 'x-remote-user': 'hana' })).toEqual({
    peer: '127.0.0.1',
    isTrusted: true,
    header: 'hana',
    verdict: 'You would be "hana".',
  })
  expect(await ask({ 'x-remote-user': 'hana' }, { proxies: [] })).toMatchObject({ isTrusted: false })
})

test('the Access API keeps the proxies that it has no word for, and changes are audited', async () => {
  await set({ proxies: ['10.9.9.9'] })
  const path = '/access/api/v1/httpsso'
  const given = {
    http_sso_proxied: true,
    auto_create_user: true,
    remote_user_request_variable: 'REMOTE_USER',
  }
  expect((await app.fetch(path, json('PUT', given))).status).toBe(200)
  expect(await (await app.fetch(path)).json()).toMatchObject({ ...given, trusted_proxies: ['10.9.9.9'] })
  const audited = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'http-sso.changed')
    .execute()
  expect(audited.at(-1)?.detail).toContain('REMOTE_USER')
})
