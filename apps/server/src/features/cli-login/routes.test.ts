import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatedToken, PendingCliLogin } from '@bindery/contracts'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'
import { json, signIn, withCookie, type Browser } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
let ann: Credentials
let browser: Browser

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
  browser = await signIn(app, ann)
})

afterAll(() => app.close())

const base = '/access/api/v2/authentication/jfrog_client_login'
const whoami = '/artifactory/api/npm/npm-local/-/whoami'

/** Exactly what the command line sends. */
const request = (session: string) =>
  app.anonymous(`${base}/request`, {
    ...json('POST', { session }),
    headers: { 'content-type': 'application/json', 'user-agent': 'jfrog-cli-go/2.99.0', connection: 'close' },
  })
const poll = (session: string) => app.anonymous(`${base}/token/${session}`)
const respond = (session: string, more: object = {}, send = browser.send) =>
  send(`${base}/response`, json('POST', { session, ...more }))

describe('API-39: a command line signs in through the browser', () => {
  test('it asks, waits, and gets its token once, after somebody allowed it', async () => {
    const session = randomUUID()
    expect((await request(session)).status).toBe(200)
    expect((await poll(session)).status).toBe(400)
    const pending = await browser.send(`/ui/api/v1/cli-login/${session}`)
    expect(PendingCliLogin.parse(await pending.json())).toMatchObject({
      client: 'jfrog-cli-go/2.99.0',
      address: '127.0.0.1',
      isSameAddress: true,
    })
    expect((await poll(session)).status).toBe(400)
    const allowed = await respond(session, { code: session.slice(-4) })
    expect([allowed.status, await allowed.json()]).toEqual([200, { isAllowed: true }])
    const reply = await poll(session)
    expect(reply.status).toBe(200)
    const token = CreatedToken.parse(await reply.json())
    expect(token).toMatchObject({ refresh_token: expect.any(String), expires_in: expect.any(Number) })
    expect(await (await app.as({ token: token.access_token })(whoami)).json()).toEqual({ username: 'ann' })
    expect((await poll(session)).status).toBe(400)
  })

  test('of many that poll at the same moment one gets it', async () => {
    const session = randomUUID()
    await request(session)
    await respond(session)
    const replies = await Promise.all(Array.from({ length: 10 }, () => poll(session)))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
  })

  test('nothing secret waits in the database', async () => {
    const session = randomUUID()
    await request(session)
    await respond(session)
    const rows = await app.db.selectFrom('cli_logins').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(session)
  })
})

describe('it is not let in', () => {
  test('with a wrong code, when it is denied, or when nobody asked', async () => {
    const session = randomUUID()
    await request(session)
    expect((await respond(session, { code: 'zzzz' })).status).toBe(400)
    expect((await poll(session)).status).toBe(400)
    expect(await (await respond(session, { isAllowed: false })).json()).toEqual({ isAllowed: false })
    expect((await respond(session)).status).toBe(404)
    expect((await poll(session)).status).toBe(400)
    expect((await respond(randomUUID())).status).toBe(404)
  })

  test('after five minutes, whether or not it was allowed', async () => {
    const [late, allowed] = [randomUUID(), randomUUID()]
    await request(late)
    await request(allowed)
    await respond(allowed)
    const row = await app.db
      .selectFrom('cli_logins')
      .selectAll()
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(Date.parse(row.expires_at) - Date.parse(row.created_at)).toBe(5 * 60_000)
    await writeSql(app, `update cli_logins set expires_at = '2001-01-01T00:00:00.000Z'`)
    expect((await respond(late)).status).toBe(404)
    expect((await browser.send(`/ui/api/v1/cli-login/${late}`)).status).toBe(404)
    expect((await poll(allowed)).status).toBe(400)
  })

  test.for(['', 'x', '../../etc', '1', 'not-a-uuid-not-a-uuid-not-a-uuid-1234'])(
    'with %j as its session',
    async (session) => {
      expect((await request(session)).status).toBe(400)
      expect([400, 404]).toContain((await poll(encodeURIComponent(session))).status)
    },
  )

  test('without limit', async () => {
    await writeSql(app, 'delete from cli_logins')
    for (let open = 0; open < 20; open++) expect((await request(randomUUID())).status).toBe(200)
    const refused = await request(randomUUID())
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
    await writeSql(app, 'delete from cli_logins')
  })
})

describe('E10: only a person at our own page allows it', () => {
  test('not a program with a password or a token, nor anonymous', async () => {
    const session = randomUUID()
    await request(session)
    expect((await respond(session, {}, app.as(ann))).status).toBe(403)
    expect((await respond(session, {}, app.as({ token: await app.token(ann) }))).status).toBe(403)
    expect((await respond(session, {}, app.anonymous)).status).toBe(401)
    expect((await app.anonymous(`/ui/api/v1/cli-login/${session}`)).status).toBe(401)
    expect((await poll(session)).status).toBe(400)
  })

  test('not a page of another site with the person’s cookie', async () => {
    const session = randomUUID()
    await request(session)
    const forged: Record<string, string>[] = [
      { cookie: browser.cookie },
      { cookie: browser.cookie, 'sec-fetch-site': 'cross-site', 'x-requested-with': 'x' },
    ]
    for (const headers of forged) {
      const reply = await app.anonymous(`${base}/response`, {
        method: 'POST',
        body: JSON.stringify({ session }),
        headers: { 'content-type': 'text/plain', ...headers },
      })
      expect(reply.status).toBe(403)
    }
    expect((await poll(session)).status).toBe(400)
  })

  test('not by opening the address: looking changes nothing', async () => {
    const session = randomUUID()
    await request(session)
    const page = `/ui/login?jfClientSession=${session}&jfClientName=JFrog-CLI&jfClientCode=1`
    await withCookie(app, browser.cookie)(page)
    await browser.send(`/ui/api/v1/cli-login/${session}`)
    expect((await poll(session)).status).toBe(400)
  })

  test('not twice: what one allowed another cannot take over', async () => {
    const session = randomUUID()
    await request(session)
    await respond(session)
    const other = await signIn(app, app.admin)
    expect((await respond(session, {}, other.send)).status).toBe(404)
    const token = CreatedToken.parse(await (await poll(session)).json())
    expect(await (await app.as({ token: token.access_token })(whoami)).json()).toEqual({ username: 'ann' })
  })
})
