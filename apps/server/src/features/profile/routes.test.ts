import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IdentityToken, Profile, profile } from '@bindery/contracts'
import { basic, startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/ui/api/v1/ui/userProfile'
const tokenAddress = (name: string) => `/ui/api/v1/ui/userIdentifyToken/${name}`
const whoami = '/artifactory/api/npm/npm-local/-/whoami'

async function read(send: Send): Promise<Profile> {
  const reply = await send(address)
  expect(reply.status).toBe(200)
  return Profile.parse(await reply.json())
}

const unlock = (send: Send, password: string) => send(address, json('POST', { password }))

describe('the profile is locked', () => {
  test('AUTH-80, AUTH-82: until the password is given in this browser session', async () => {
    const { send } = await signIn(app, ann)
    const state = { existsInDB: true, profileUpdatable: true, requireProfilePassword: true }
    expect(await read(send)).toMatchObject({ ...state, requireProfileUnlock: true, name: 'ann' })
    const wrong = await unlock(send, 'wrong')
    expect(wrong.status).toBe(400)
    expect(await read(send)).toMatchObject({ requireProfileUnlock: true })
    const reply = await unlock(send, ann.password)
    expect(Profile.parse(await reply.json())).toMatchObject({ ...state, requireProfileUnlock: false })
    const { send: elsewhere } = await signIn(app, ann)
    expect(await read(elsewhere)).toMatchObject({ requireProfileUnlock: true })
  })

  test('AUTH-81: also when it cannot be changed', async () => {
    const kim = await app.user({ name: 'kim' })
    await writeSql(app, `update users set is_profile_updatable = 0 where name = 'kim'`)
    const { send } = await signIn(app, kim)
    expect(await read(send)).toMatchObject({ profileUpdatable: false, requireProfileUnlock: true })
    expect((await unlock(send, kim.password)).status).toBe(200)
    expect((await send(address, json('PUT', { email: 'kim@example.com' }))).status).toBe(403)
  })

  test('AUTH-83: not for somebody who has no password here', async () => {
    const sam = await app.user({ name: 'sam' })
    const { send } = await signIn(app, sam)
    await writeSql(app, `update users set realm = 'saml', password_hash = null where name = 'sam'`)
    expect(await read(send)).toMatchObject({
      requireProfilePassword: false,
      requireProfileUnlock: false,
      realm: 'saml',
    })
    expect((await send(tokenAddress('sam'), json('POST', { expiresIn: 60 }))).status).toBe(200)
  })

  test('API-29: unlocking lasts a while only', async () => {
    const { send } = await signIn(app, ann)
    await unlock(send, ann.password)
    await writeSql(app, `update profile_unlocks set until = '2001-01-01T00:00:00.000Z'`)
    expect(await read(send)).toMatchObject({ requireProfileUnlock: true })
    expect((await send(address, json('PUT', { email: null }))).status).toBe(403)
  })
})

describe('an identity token', () => {
  test('API-28, AUTH-85: is made for so many seconds, and shown once', async () => {
    const { send } = await signIn(app, ann)
    expect((await send(tokenAddress('ann'), json('POST', { expiresIn: 3600 }))).status).toBe(403)
    await unlock(send, ann.password)
    const made = async (body: object) =>
      IdentityToken.parse(await (await send(tokenAddress('ann'), json('POST', body))).json())
    const token = await made({ expiresIn: 3600, description: 'laptop' })
    expect(Date.parse(token.expiresAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    expect(Date.parse(token.expiresAt ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000)
    expect((await made({ expiresIn: 0 })).expiresAt).toBeNull()
    for (const secret of [token.token, token.referenceToken])
      expect(await (await app.as({ token: secret })(whoami)).json()).toEqual({ username: 'ann' })
    const list = await (await send('/ui/api/v1/profile/tokens')).text()
    expect(list).toContain(token.tokenId)
    expect(list).not.toContain(token.referenceToken)
    expect(list).not.toContain(token.token)
    for (const expiresIn of [-1, 'soon', 1e12])
      expect((await send(tokenAddress('ann'), json('POST', { expiresIn }))).status).toBe(400)
  })

  test('is kept to one repository, and to those behind a virtual one, when asked for so', async () => {
    await app.publish('npm', 'kept', '1.0.0')
    await app.fetch('/artifactory/generic-local/kept.txt', { method: 'PUT', body: 'x' })
    const admin = await signIn(app, app.admin)
    await unlock(admin.send, app.admin.password)
    const made = async (limit: object) => {
      const reply = await admin.send(tokenAddress('admin'), json('POST', { expiresIn: 60, limit }))
      return app.as({ token: IdentityToken.parse(await reply.json()).referenceToken })
    }
    const reader = await made({ repository: 'npm-virtual', actions: ['read'] })
    expect((await reader('/artifactory/api/npm/npm-virtual/kept')).status).toBe(200)
    expect((await reader('/artifactory/api/npm/npm-local/kept')).status).toBe(200)
    // What it may not read is not there for it.
    expect((await reader('/artifactory/generic-local/kept.txt')).status).toBe(404)
    const put = { method: 'PUT', body: 'x' }
    expect((await reader('/artifactory/npm-local/x.txt', put)).status).toBe(403)
    expect((await reader('/access/api/v1/tokens', json('POST', {}))).status).toBe(403)
    const publisher = await made({ repository: 'generic-local', actions: ['read', 'deploy'] })
    expect((await publisher('/artifactory/generic-local/ci/a.txt;by=ci', put)).status).toBe(201)
    expect((await publisher('/artifactory/generic-local/ci/a.txt', { method: 'DELETE' })).status).toBe(403)
    expect((await publisher('/artifactory/npm-local/x.txt', put)).status).toBe(404)
  })

  test('is not kept to a repository that its user may not read', async () => {
    const kay = await app.user({ name: 'kay' })
    await app.fetch('/artifactory/api/repositories/hidden-local', {
      ...json('PUT', { rclass: 'local', packageType: 'generic' }),
    })
    const { send } = await signIn(app, kay)
    await unlock(send, kay.password)
    const limit = (repository: string) => ({ limit: { repository, actions: ['read'] } })
    expect((await send(tokenAddress('kay'), json('POST', limit('no-such')))).status).toBe(404)
    await app.closeReading()
    expect((await send(tokenAddress('kay'), json('POST', limit('hidden-local')))).status).toBe(404)
  })

  test('is not made for somebody else, nor with a token', async () => {
    const { send } = await signIn(app, ann)
    await unlock(send, ann.password)
    expect((await send(tokenAddress('admin'), json('POST', { expiresIn: 60 }))).status).toBe(403)
    const withToken = app.as({ token: await app.token(ann) })
    expect((await withToken(tokenAddress('ann'), json('POST', { expiresIn: 60 }))).status).toBe(403)
    const withPassword = await app.anonymous(tokenAddress('ann'), {
      ...json('POST', { expiresIn: 60 }),
      headers: { 'content-type': 'application/json', authorization: basic(ann) },
    })
    expect(withPassword.status).toBe(200)
  })
})

describe('AUTH-84: after unlocking', () => {
  test('the e-mail address is changed, and nothing that is not one’s own to change', async () => {
    const { send } = await signIn(app, ann)
    await unlock(send, ann.password)
    const save = (body: object) => send(address, json('PUT', body))
    const reply = await save({
      email: 'ann@example.com',
      isAdmin: true,
      admin: true,
      groups: ['administrators'],
      realm: 'x',
    })
    expect(Profile.parse(await reply.json())).toMatchObject({
      email: 'ann@example.com',
      isAdmin: false,
      realm: 'internal',
    })
    expect((await save({ email: 'nonsense' })).status).toBe(400)
    const row = await app.db.selectFrom('users').selectAll().where('name', '=', 'ann').executeTakeFirst()
    expect(row).toMatchObject({ email: 'ann@example.com', is_admin: 0, realm: 'internal' })
  })

  test('one’s tokens are listed with those that end soon, and revoked', async () => {
    const lee = await app.user({ name: 'lee' })
    const make = async (body: object) => {
      const reply = await app.as(lee)('/access/api/v1/tokens', json('POST', body))
      return ((await reply.json()) as { token_id: string }).token_id
    }
    const soon = await make({ expires_in: 86_400, description: 'soon' })
    const renewing = await make({ expires_in: 86_400, refreshable: true })
    const later = await make({ expires_in: 86_400 * 60 })
    const mine = async () => {
      const reply = await app.as(lee)('/ui/api/v1/profile/tokens')
      return profile.myTokens.shape.response.parse(await reply.json())
    }
    const { tokens, endingSoon } = await mine()
    expect(tokens.map((token) => token.id).sort()).toEqual([soon, renewing, later].sort())
    expect(tokens.find((token) => token.id === soon)).toMatchObject({
      description: 'soon',
      scopeInWords: 'everything lee may do',
      createdBy: 'lee',
    })
    expect(endingSoon).toEqual([soon])
    const revoke = (body: object) => app.as(lee)('/ui/api/v1/profile/tokens/revoke', json('POST', body))
    const others = await app.db.selectFrom('tokens').select('id').where('subject', '=', 'ann').execute()
    expect(await (await revoke({ ids: [soon, ...others.map((row) => row.id)] })).json()).toEqual({
      revoked: 1,
    })
    expect((await revoke({})).status).toBe(400)
    expect(await (await revoke({ ids: [renewing, later] })).json()).toEqual({ revoked: 2 })
    expect((await mine()).tokens).toEqual([])
    expect(
      (await app.db.selectFrom('tokens').select('id').where('subject', '=', 'ann').execute()).length,
    ).toBe(others.length)
  })
})
