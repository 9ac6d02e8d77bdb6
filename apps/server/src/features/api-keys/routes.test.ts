import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/artifactory/api/security/apiKey'
const shown = '/ui/api/v1/ui/userApiKey'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'

async function keyOf(reply: Response): Promise<string> {
  expect(reply.ok, await reply.clone().text()).toBe(true)
  return ((await reply.json()) as { apiKey: string }).apiKey
}

describe('the API key of a user', () => {
  test('is made once, read again, replaced and revoked', async () => {
    expect(await (await app.as(ann)(address)).json()).toEqual({})
    const created = await app.as(ann)(address, { method: 'POST' })
    expect(created.status).toBe(201)
    const key = await keyOf(created)
    expect(key).toMatch(/^AKCp8[A-Za-z0-9]{68}$/)
    expect(await keyOf(await app.as(ann)(address))).toBe(key)
    expect((await app.as(ann)(address, { method: 'POST' })).status).toBe(400)
    const next = await keyOf(await app.as(ann)(address, { method: 'PUT' }))
    expect(next).not.toBe(key)
    expect((await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': key } })).status).toBe(401)
    expect((await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': next } })).status).toBe(200)
    expect(await (await app.as(ann)(address, { method: 'DELETE' })).json()).toHaveProperty('info')
    expect((await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': next } })).status).toBe(401)
    expect(await (await app.as(ann)(address)).json()).toEqual({})
  })

  test('works as X-JFrog-Art-Api, as Basic password and as Bearer', async () => {
    const key = await keyOf(await app.as(ann)(address, { method: 'PUT' }))
    const ways: Record<string, string>[] = [
      { 'x-jfrog-art-api': key },
      { authorization: basic({ name: 'ann', password: key }) },
      { authorization: basic({ name: '', password: key }) },
      { authorization: `Bearer ${key}` },
    ]
    for (const headers of ways)
      expect(await (await app.anonymous(whoami, { headers })).json()).toEqual({ username: 'ann' })
  })

  test('is stored as a digest, and sealed', async () => {
    const key = await keyOf(await app.as(ann)(address, { method: 'PUT' }))
    const rows = await app.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(5, 60))
    expect(rows[0]?.secret_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is not given to whoever only has a token', async () => {
    const token = await app.token(ann)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      expect((await app.as({ token })(address, { method })).status).toBe(403)
    const asPassword = { authorization: basic({ name: 'ann', password: token }) }
    expect((await app.anonymous(address, { headers: asPassword })).status).toBe(403)
  })

  test('ends when an administrator revokes it', async () => {
    const bob = await app.user({ name: 'bob' })
    const key = await keyOf(await app.as(bob)(address, { method: 'POST' }))
    expect((await app.as(ann)(`${address}/bob`, { method: 'DELETE' })).status).toBe(403)
    expect((await app.as(ann)(`${address}?deleteAll=1`, { method: 'DELETE' })).status).toBe(403)
    expect((await app.fetch(`${address}/bob`, { method: 'DELETE' })).status).toBe(200)
    expect((await app.anonymous(whoami, { headers: { 'x-jfrog-art-api': key } })).status).toBe(401)
    expect((await app.fetch(`${address}/nobody`, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('in the browser', () => {
  test('API-31: the key is shown to whoever sends the password along', async () => {
    const key = await keyOf(await app.as(ann)(address, { method: 'PUT' }))
    const { send } = await signIn(app, ann)
    const ask = (header?: string) =>
      send(`${shown}?username=ann`, header ? { headers: { 'x-jfrog-reauthentication': header } } : {})
    expect((await ask()).status).toBe(403)
    expect(await (await ask(basic(ann))).json()).toEqual({ apiKey: key })
    expect(await (await ask(basic(ann).slice(6))).json()).toEqual({ apiKey: key })
    expect((await ask(basic({ name: 'ann', password: 'wrong' }))).status).toBe(403)
    expect((await ask(basic(app.admin))).status).toBe(403)
    expect((await ask('Basic nonsense')).status).toBe(403)
    expect(
      (await send(`${shown}?username=admin`, { headers: { 'x-jfrog-reauthentication': basic(ann) } })).status,
    ).toBe(403)
  })

  test('the key is made and revoked after the profile was unlocked', async () => {
    const { send } = await signIn(app, ann)
    expect((await send(shown, { method: 'POST' })).status).toBe(403)
    expect((await send('/ui/api/v1/ui/userProfile', json('POST', { password: ann.password }))).status).toBe(
      200,
    )
    const key = await keyOf(await send(shown, { method: 'POST' }))
    expect(await (await send(shown)).json()).toEqual({ apiKey: key })
    expect((await send(shown, { method: 'DELETE' })).status).toBe(204)
    expect(await (await send(shown)).json()).toEqual({ apiKey: null })
    const { send: elsewhere } = await signIn(app, ann)
    expect((await elsewhere(shown)).status).toBe(403)
  })
})

describe('the encrypted password', () => {
  const encrypted = '/artifactory/api/security/encryptedPassword'

  test('works in place of the password until that changes', async () => {
    const carl = await app.user({ name: 'carl' })
    const reply = await app.as(carl)(encrypted)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const password = await reply.text()
    expect((await app.as({ name: 'carl', password })(whoami)).status).toBe(200)
    expect((await app.as({ name: 'carl', password: `${password.slice(0, -4)}AAAA` })(whoami)).status).toBe(
      401,
    )
    const change = {
      user: 'carl',
      oldPassword: carl.password,
      newPassword1: 'Another-password-1',
      newPassword2: 'Another-password-1',
    }
    const changed = await app.anonymous('/ui/api/v1/ui/auth/changePassword', json('POST', change))
    expect(changed.status, await changed.clone().text()).toBe(200)
    expect((await app.as({ name: 'carl', password })(whoami)).status).toBe(401)
  })

  test('is not given to whoever only has a token', async () => {
    expect((await app.as({ token: await app.token(ann) })(encrypted)).status).toBe(403)
  })
})
