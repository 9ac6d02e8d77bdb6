import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CreatedToken, ErrorReply, tokens } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../tests/support/app.ts'
import { json } from '../../../../tests/support/browser.ts'
import { writeSql } from '../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials
let bob: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ;[ann, bob] = [await app.user({ name: 'ann' }), await app.user({ name: 'bob' })]
})

afterAll(() => app.close())

const address = '/access/api/v1/tokens'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const statusOf = async (token: string) => (await app.as({ token })(whoami)).status

async function create(who: Credentials | { token: string }, body: object = {}) {
  const reply = await app.as(who)(address, json('POST', body))
  expect(reply.status, await reply.clone().text()).toBe(200)
  return CreatedToken.parse(await reply.json())
}

async function list(who: Credentials) {
  const reply = await app.as(who)(address)
  expect(reply.status).toBe(200)
  return tokens.list.shape.response.parse(await reply.json()).tokens
}

const remove = async (who: Credentials, id: string) =>
  (await app.as(who)(`${address}/${id}`, { method: 'DELETE' })).status

describe('making a token', () => {
  test('gives the secret once, in the form that the platform’s clients read', async () => {
    const reply = await app.as(ann)(address, json('POST', { description: 'build machine', expires_in: 3600 }))
    const token = CreatedToken.parse(await reply.json())
    expect({ ...token, token_id: '(id)', access_token: '(secret)' }).toMatchInlineSnapshot(`
      {
        "access_token": "(secret)",
        "expires_in": 3600,
        "scope": "applied-permissions/user",
        "token_id": "(id)",
        "token_type": "Bearer",
      }
    `)
    expect(token.access_token).toMatch(/^bnd_[\w-]{43}$/)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(await statusOf(token.access_token)).toBe(200)
  })

  test('takes a form, as the older clients send it', async () => {
    const reply = await app.as(ann)(address, {
      method: 'POST',
      body: new URLSearchParams({ scope: 'applied-permissions/user', expires_in: '60' }),
    })
    expect(CreatedToken.parse(await reply.json()).expires_in).toBe(60)
  })

  test('that never expires leaves the time out', async () => {
    expect(await create(ann)).not.toHaveProperty('expires_in')
    expect(await create(ann, { expires_in: 0 })).not.toHaveProperty('expires_in')
  })

  test('for another user is for administrators', async () => {
    const reply = await app.as(ann)(address, json('POST', { username: 'bob' }))
    expect(reply.status).toBe(403)
    const { access_token: token } = await create(app.admin, { username: 'bob' })
    expect(await (await app.as({ token })(whoami)).json()).toEqual({ username: 'bob' })
  })

  test('for oneself may name oneself', async () => {
    expect(await create(ann, { username: 'ann' })).toHaveProperty('access_token')
  })

  test('for nobody is refused, and tells nothing about who exists to those who may not know', async () => {
    expect((await app.fetch(address, json('POST', { username: 'nobody' }))).status).toBe(404)
    const [known, unknown] = await Promise.all(
      ['bob', 'nobody'].map(async (username) => {
        const reply = await app.as(ann)(address, json('POST', { username }))
        return { status: reply.status, body: { ...ErrorReply.parse(await reply.json()), requestId: '' } }
      }),
    )
    expect(known).toEqual(unknown)
  })

  test('with more rights than one has is refused', async () => {
    const scope = 'applied-permissions/admin'
    expect((await app.as(ann)(address, json('POST', { scope }))).status).toBe(403)
    const { access_token: token } = await create(ann)
    expect((await app.as({ token })(address, json('POST', { scope }))).status).toBe(403)
    expect((await app.as({ token })(address, json('POST', { username: 'admin' }))).status).toBe(403)
    expect((await app.fetch(address, json('POST', { scope: 'applied-permissions/everything' }))).status).toBe(
      400,
    )
  })

  test('anonymously is refused, also where reading is open', async () => {
    expect((await app.anonymous(address, json('POST', {}))).status).toBe(401)
    const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
    try {
      expect((await open.anonymous(address, json('POST', {}))).status).toBe(401)
      expect((await open.anonymous(address)).status).toBe(401)
    } finally {
      await open.close()
    }
  })

  test('keeps only a digest of it', async () => {
    const { access_token: secret } = await create(ann)
    const rows = await app.db.selectFrom('tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
    for (const row of rows) expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('listing tokens', () => {
  test('shows one’s own, and all to an administrator, and never a secret', async () => {
    const [mine, theirs] = [await create(ann, { description: 'mine' }), await create(bob)]
    const seen = await list(ann)
    expect(new Set(seen.map((token) => token.subject))).toEqual(new Set(['ann']))
    expect(seen.find((token) => token.token_id === mine.token_id)).toMatchObject({
      description: 'mine',
      scope: 'applied-permissions/user',
      issued_at: expect.any(Number),
    })
    const all = await list(app.admin)
    expect(all.map((token) => token.token_id)).toEqual(
      expect.arrayContaining([mine.token_id, theirs.token_id]),
    )
    expect(JSON.stringify(all)).not.toContain(mine.access_token)
    expect(JSON.stringify(all)).not.toContain('bnd_')
  })

  test('says when a token was last used, a little later', async () => {
    const token = await create(ann)
    const shown = async () => (await list(ann)).find((one) => one.token_id === token.token_id)
    expect(await shown()).not.toHaveProperty('last_used')
    const before = Math.floor(Date.now() / 1000)
    expect(await statusOf(token.access_token)).toBe(200)
    await vi.waitFor(async () => expect((await shown())?.last_used).toBeGreaterThanOrEqual(before), {
      timeout: 15_000,
      interval: 200,
    })
  })
})

describe('a token ends', () => {
  test('when it is revoked, with the very next request', async () => {
    const token = await create(ann)
    expect(await statusOf(token.access_token)).toBe(200)
    expect(await remove(ann, token.token_id)).toBe(204)
    expect(await statusOf(token.access_token)).toBe(401)
    expect(await remove(ann, token.token_id)).toBe(404)
  })

  test('only by its owner or an administrator', async () => {
    const token = await create(ann)
    expect(await remove(bob, token.token_id)).toBe(404)
    expect(await statusOf(token.access_token)).toBe(200)
    expect(await remove(app.admin, token.token_id)).toBe(204)
    expect(await statusOf(token.access_token)).toBe(401)
  })

  test('when its time is over, also when it was just used', async () => {
    const token = await create(ann, { expires_in: 1 })
    expect(await statusOf(token.access_token)).toBe(200)
    await vi.waitFor(async () => expect(await statusOf(token.access_token)).toBe(401), {
      timeout: 10_000,
      interval: 100,
    })
    const reply = await app.as({ token: token.access_token })(whoami)
    expect(await reply.json()).toMatchObject({ error: 'The token has expired. Make a new one.' })
  })

  test('when its time was over before it was ever used', async () => {
    const token = await create(ann, { expires_in: 1000 })
    await writeSql(
      app,
      `update tokens set expires_at = '2001-01-01T00:00:00.000Z' where id = '${token.token_id}'`,
    )
    expect(await statusOf(token.access_token)).toBe(401)
  })

  test('when its user is deleted', async () => {
    const gone = await app.user({ name: 'gone' })
    const token = await create(gone)
    expect(await statusOf(token.access_token)).toBe(200)
    expect((await app.fetch('/ui/api/v1/users/gone', { method: 'DELETE' })).status).toBe(204)
    expect(await statusOf(token.access_token)).toBe(401)
    // A new user of the same name is somebody else.
    await app.user({ name: 'gone' })
    expect(await statusOf(token.access_token)).toBe(401)
  })

  test('but not when the password changes: machines go on', async () => {
    const carl = await app.user({ name: 'carl' })
    const token = await create(carl)
    const change = { user: 'carl', oldPassword: carl.password, newPassword1: 'another-password' }
    expect((await app.anonymous('/ui/api/v1/auth/changePassword', json('POST', change))).status).toBe(200)
    expect(await statusOf(token.access_token)).toBe(200)
  })
})

test('tokens survive a restart', async () => {
  const { access_token: token } = await create(ann)
  await app.restart()
  expect(await statusOf(token)).toBe(200)
})
