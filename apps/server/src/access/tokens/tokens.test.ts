import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CreatedToken, ErrorReply, Token, tokens } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

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
    expect(token.access_token).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
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

  test('that never expires leaves the time out; without a word it lives a year', async () => {
    expect(await create(ann, { expires_in: 0 })).not.toHaveProperty('expires_in')
    expect(await create(ann)).toMatchObject({ expires_in: 31_536_000 })
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
    expect(JSON.stringify(rows)).not.toContain(secret.split('.')[2])
    for (const row of rows) expect(row.secret_hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('listing tokens', () => {
  test('shows one’s own, and all to an administrator, and never a secret', async () => {
    const [mine, theirs] = [await create(ann, { description: 'mine' }), await create(bob)]
    const seen = await list(ann)
    expect(seen.every((token) => /^jfac@\w+\/users\/ann$/.test(token.subject))).toBe(true)
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
    expect(JSON.stringify(all)).not.toContain('eyJ')
  })

  test('says when a token was last used, a little later', async () => {
    const token = await create(ann)
    const shown = async () => (await list(ann)).find((one) => one.token_id === token.token_id)
    expect(await shown()).not.toHaveProperty('last_used')
    const before = Math.floor(Date.now() / 1000)
    expect(await statusOf(token.access_token)).toBe(200)
    await expect
      .poll(async () => (await shown())?.last_used, { interval: 200 })
      .toBeGreaterThanOrEqual(before)
    const row = await app.db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', token.token_id)
      .executeTakeFirst()
    expect(row?.last_used_address).toBe('127.0.0.1')
  })
})

describe('a token ends', () => {
  test('when it is revoked, with the very next request', async () => {
    const token = await create(ann)
    expect(await statusOf(token.access_token)).toBe(200)
    expect(await remove(ann, token.token_id)).toBe(200)
    expect(await statusOf(token.access_token)).toBe(401)
    expect(await remove(ann, token.token_id)).toBe(404)
  })

  test('only by its owner or an administrator', async () => {
    const token = await create(ann)
    expect(await remove(bob, token.token_id)).toBe(404)
    expect(await statusOf(token.access_token)).toBe(200)
    expect(await remove(app.admin, token.token_id)).toBe(200)
    expect(await statusOf(token.access_token)).toBe(401)
  })

  test('when its time is over, also when it was just used', async () => {
    const token = await create(ann, { expires_in: 600 })
    expect(await statusOf(token.access_token)).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await statusOf(token.access_token)).toBe(401)
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
    const change = { user: 'carl', oldPassword: carl.password, newPassword1: 'Another-password-2' }
    expect((await app.anonymous('/ui/api/v1/ui/auth/changePassword', json('POST', change))).status).toBe(200)
    expect(await statusOf(token.access_token)).toBe(200)
  })
})

describe('a signed token', () => {
  const payloadOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64').toString('utf8'))

  test('says who issued it for whom, what for and until when', async () => {
    const token = await create(ann, { expires_in: 600, audience: 'jfrt@* jfac@*' })
    const claims = payloadOf(token.access_token)
    const { iss, iat } = claims
    expect(iss).toMatch(/^jfac@\w{20,}$/)
    expect(claims).toEqual({
      sub: `${String(iss)}/users/ann`,
      scp: 'applied-permissions/user',
      aud: ['jfrt@*', 'jfac@*'],
      iss,
      iat,
      exp: Number(iat) + 600,
      jti: token.token_id,
    })
    expect(payloadOf((await create(ann, { expires_in: 0 })).access_token)).not.toHaveProperty('exp')
  })

  test('has a payload that clients can decode with the plain alphabet', async () => {
    for (const path of ['a>b', 'aa?b', 'aaa~b', 'ü/ß', '>?~>?~'])
      expect(
        (await create(ann, { scope: `artifact:generic-local/${path}:r` })).access_token.split('.')[1],
      ).toMatch(/^[A-Za-z0-9]+$/)
  })

  test('stays good when the keys are renewed, and when the program starts again', async () => {
    const before = await create(ann)
    const header = () => ({ 'content-type': 'application/json' })
    const rotate = await app.fetch('/ui/api/v1/token-keys/rotate', { method: 'POST', headers: header() })
    expect(rotate.status).toBe(200)
    const after = await create(ann)
    const kid = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
    expect(kid(after.access_token)).not.toBe(kid(before.access_token))
    await app.restart()
    expect(await statusOf(before.access_token)).toBe(200)
    expect(await statusOf(after.access_token)).toBe(200)
    const keys = await app.db.selectFrom('signing_keys').selectAll().execute()
    expect(keys.filter((key) => key.private_key !== null)).toHaveLength(1)
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })

  test('has a short form when asked for, which is the same token', async () => {
    const token = await create(ann, { include_reference_token: true })
    expect(token.reference_token).toMatch(/^bnd_ref_[A-Za-z0-9]{56}$/)
    expect(await statusOf(token.reference_token ?? '')).toBe(200)
    expect(await remove(ann, token.token_id)).toBe(200)
    expect(await statusOf(token.reference_token ?? '')).toBe(401)
  })
})

test('a token that was made before there were signed ones is still good', async () => {
  const secret = `bnd_${'A'.repeat(43)}`
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'ann')
    .executeTakeFirstOrThrow()
  await writeSql(
    app,
    `insert into tokens (id, kind, secret_hash, family, user_id, subject, scope, audience, description, project_key, created_by, created_at)
     values ('old', 'opaque', '${hash('sha256', secret)}', 'old', '${id}', 'ann', 'applied-permissions/user', '*@*', '', '', 'ann', '2026-01-01T00:00:00.000Z')`,
  )
  expect(await statusOf(secret)).toBe(200)
  expect(await statusOf(`bnd_${'B'.repeat(43)}`)).toBe(401)
})

describe('looking at one token', () => {
  test('by its id, or as the one that asks', async () => {
    const token = await create(ann, { description: 'laptop' })
    const me = await app.as({ token: token.access_token })(`${address}/me`)
    expect(Token.parse(await me.json())).toMatchObject({ token_id: token.token_id, description: 'laptop' })
    expect((await app.as(ann)(`${address}/${token.token_id}`)).status).toBe(200)
    expect((await app.as(bob)(`${address}/${token.token_id}`)).status).toBe(404)
    expect((await app.as(ann)(`${address}/me`)).status).toBe(400)
    expect((await app.anonymous(`${address}/me`)).status).toBe(401)
  })

  test('in a list that is filtered and sorted', async () => {
    const dan = await app.user({ name: 'dan' })
    const one = await create(dan, { description: 'one', refreshable: true })
    const two = await create(dan, { description: 'two' })
    const ids = async (query: string, who: Credentials = dan) => {
      const reply = await app.as(who)(`${address}?${query}`)
      expect(reply.status).toBe(200)
      return tokens.list.shape.response.parse(await reply.json()).tokens.map((token) => token.token_id)
    }
    expect(await ids('description=one')).toEqual([one.token_id])
    expect(await ids('refreshable=true')).toEqual([one.token_id])
    expect(await ids('refreshable=false')).toEqual([two.token_id])
    expect(await ids(`token_id=${two.token_id}`)).toEqual([two.token_id])
    expect(await ids('order_by=created&descending_order=false')).toEqual([one.token_id, two.token_id])
    expect((await ids('username=dan', app.admin)).sort()).toEqual([one.token_id, two.token_id].sort())
    expect(await ids('username=ann')).toEqual([])
    expect(await ids(`last_used=${Math.floor(Date.now() / 1000)}`)).toHaveLength(2)
  })
})

describe('revoking by the text of the token', () => {
  test.for(['POST', 'DELETE'])('works with %s', async (method) => {
    const token = await create(ann)
    const reply = await app.as(ann)(`${address}/revoke`, json(method, { token: token.access_token }))
    expect(reply.status).toBe(200)
    expect(await statusOf(token.access_token)).toBe(401)
  })

  test('of somebody else is refused as if there were none', async () => {
    const token = await create(ann)
    expect((await app.as(bob)(`${address}/revoke`, json('POST', { token: token.access_token }))).status).toBe(
      404,
    )
    expect(await statusOf(token.access_token)).toBe(200)
    expect((await app.as(bob)(`${address}/revoke`, json('POST', {}))).status).toBe(400)
  })
})

describe('how long tokens live', () => {
  const settings = '/ui/api/v1/token-settings'
  const save = (body: object) => app.fetch(settings, json('PUT', body))

  test('is set by the administrator while the program runs', async () => {
    try {
      expect((await save({ defaultLife: 7200, longestLife: 86_400, warnDays: 7 })).status).toBe(200)
      expect(await create(ann)).toMatchObject({ expires_in: 7200 })
      for (const expires_in of [86_401, 0]) {
        const reply = await app.as(ann)(address, json('POST', { expires_in }))
        expect([reply.status, ErrorReply.parse(await reply.json()).errors[0]?.field]).toEqual([
          400,
          'expires_in',
        ])
      }
      expect((await save({ defaultLife: 0, longestLife: 86_400, warnDays: 7 })).status).toBe(200)
      expect(await create(ann)).toMatchObject({ expires_in: 86_400 })
    } finally {
      expect((await save({})).status).toBe(200)
    }
    expect((await app.as(ann)(settings, json('PUT', {}))).status).toBe(403)
  })
})

test('what is done with tokens is written into the audit log, without secrets', async () => {
  const eve = await app.user({ name: 'eve' })
  const token = await create(eve, { description: 'for the log' })
  await remove(eve, token.token_id)
  const rows = await app.db.selectFrom('audit').selectAll().where('target', '=', token.token_id).execute()
  expect(rows.map((row) => [row.kind, row.actor, row.address])).toEqual([
    ['token.created', 'eve', '127.0.0.1'],
    ['token.revoked', 'eve', '127.0.0.1'],
  ])
  expect(JSON.stringify(rows)).not.toContain('eyJ')
})

test('tokens survive a restart', async () => {
  const { access_token: token } = await create(ann)
  await app.restart()
  expect(await statusOf(token)).toBe(200)
})
