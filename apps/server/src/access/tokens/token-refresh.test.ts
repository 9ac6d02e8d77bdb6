import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatedToken } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const address = '/access/api/v1/tokens'
const statusOf = async (token: string) =>
  (await app.as({ token })('/artifactory/api/npm/npm-local/-/whoami')).status

async function create(body: object = {}) {
  const reply = await app.as(ann)(address, json('POST', { refreshable: true, expires_in: 3600, ...body }))
  return CreatedToken.parse(await reply.json())
}

/** Without any credentials, as clients do it. */
const refresh = (token: { access_token?: string; refresh_token?: string | undefined }, where = address) =>
  app.anonymous(
    where,
    json('POST', {
      grant_type: 'refresh_token',
      refresh_token: token.refresh_token,
      access_token: token.access_token,
    }),
  )

const expire = (id: string) =>
  writeSql(app, `update tokens set expires_at = '2001-01-01T00:00:00.000Z' where id = '${id}'`)

describe('a refresh token', () => {
  test('is only given when asked for', async () => {
    expect((await create()).refresh_token).toMatch(/^bnd_rfr_[A-Za-z0-9]{56}$/)
    expect(await create({ refreshable: false })).not.toHaveProperty('refresh_token')
  })

  test('gives a new pair of the same life and scope, without other credentials', async () => {
    const scope = 'artifact:generic-local:r'
    const before = await create({ scope, description: 'laptop', include_reference_token: true })
    const after = CreatedToken.parse(await (await refresh(before)).json())
    expect(after).toMatchObject({ expires_in: 3600, scope, reference_token: expect.any(String) })
    expect(after.refresh_token).not.toBe(before.refresh_token)
    expect(await statusOf(after.access_token)).toBe(200)
    const row = await app.db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', after.token_id)
      .executeTakeFirst()
    expect(row).toMatchObject({ description: 'laptop', subject: 'ann', family: before.token_id })
  })

  test('works on an access token that has expired', async () => {
    const token = await create()
    await expire(token.token_id)
    expect(await statusOf(token.access_token)).toBe(401)
    const after = CreatedToken.parse(await (await refresh(token)).json())
    expect(await statusOf(after.access_token)).toBe(200)
  })

  test('works as a form at the older address', async () => {
    const token = await create()
    const reply = await app.anonymous('/artifactory/api/security/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: token.refresh_token ?? '',
        access_token: token.access_token,
      }),
    })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) })
  })

  test('is good once: of twenty at the same time one wins, and nothing else is lost', async () => {
    const token = await create()
    const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(token)))
    const good = replies.filter((reply) => reply.status === 200)
    expect(good).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(19)
    const after = CreatedToken.parse(await good[0]?.json())
    expect(await statusOf(after.access_token)).toBe(200)
  })

  test('that comes again later ends everything that descends from it', async () => {
    const first = await create()
    const second = CreatedToken.parse(await (await refresh(first)).json())
    const third = CreatedToken.parse(await (await refresh(second)).json())
    expect(await statusOf(third.access_token)).toBe(200)
    await writeSql(
      app,
      `update tokens set refresh_spent_at = '2026-01-01T00:00:00.000Z' where id = '${first.token_id}'`,
    )
    expect((await refresh(first)).status).toBe(401)
    expect(await statusOf(first.access_token)).toBe(401)
    expect(await statusOf(third.access_token)).toBe(401)
    expect((await refresh(third)).status).toBe(401)
    const logged = await app.db.selectFrom('audit').selectAll().where('kind', '=', 'token.reused').execute()
    expect(logged).toMatchObject([{ outcome: 'failure', target: first.token_id }])
  })

  test('is refused when it is made up, mistyped, revoked, or not of this access token', async () => {
    const [token, other] = [await create(), await create()]
    expect((await refresh({ refresh_token: 'nonsense' })).status).toBe(401)
    expect((await refresh({})).status).toBe(400)
    expect((await refresh({ ...token, refresh_token: `${token.refresh_token?.slice(0, -1)}!` })).status).toBe(
      401,
    )
    expect((await refresh({ ...token, access_token: other.access_token })).status).toBe(401)
    expect((await refresh({ refresh_token: token.refresh_token })).status).toBe(200)
    expect((await app.as(ann)(`${address}/${other.token_id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await refresh(other)).status).toBe(401)
  })

  test('can be revoked by its own text', async () => {
    const token = await create()
    const body = { token: token.refresh_token }
    expect((await app.as(ann)(`${address}/revoke`, json('POST', body))).status).toBe(200)
    expect(await statusOf(token.access_token)).toBe(401)
  })
})
