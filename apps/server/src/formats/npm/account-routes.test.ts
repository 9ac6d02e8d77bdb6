import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type Credentials, type TestApp } from '../../../../../tests/support/app.ts'

const base = '/artifactory/api/npm/npm-local/'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  ann = await app.user({ name: 'ann' })
})

afterAll(() => app.close())

const signIn = (name: string, body: unknown) =>
  app.anonymous(`${base}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const whoami = (token: string) => app.as({ token })(`${base}-/whoami`)

async function tokenOf({ name, password }: Credentials): Promise<string> {
  const reply = await signIn(name, {
    name,
    password,
    type: 'user',
    roles: [],
    date: new Date().toISOString(),
  })
  expect(reply.status).toBe(201)
  return z.object({ token: z.string() }).parse(await reply.json()).token
}

test('signing in gives a token that says who it is', async () => {
  const reply = await signIn('ann', ann)
  expect([reply.status, await reply.json()]).toEqual([
    201,
    { ok: true, id: 'org.couchdb.user:ann', rev: '1-0', token: expect.stringMatching(/^bnd_ref_\w{56}$/) },
  ])
  const who = await whoami(await tokenOf(ann))
  expect([who.status, await who.json()]).toEqual([200, { username: 'ann' }])
})

test('the browser sign-in is not offered, so that npm asks for name and password', async () => {
  const reply = await app.anonymous(`${base}-/v1/login`, { method: 'POST', body: '{}' })
  expect([401, 404]).toContain(reply.status)
})

test.each([
  ['a wrong password', 'ann', { name: 'ann', password: 'wrong' }, 401],
  ['an unknown user', 'bob', { name: 'bob', password: 'wrong' }, 401],
  ['a NUL in the name', 'a%00b', { name: 'a\0b', password: 'wrong' }, 400],
  ['another name in the address', 'admin', { name: 'ann', password: 'Password-1-of-ann' }, 400],
  ['no password', 'ann', { name: 'ann' }, 400],
  ['a password that is no text', 'ann', { name: 'ann', password: 1 }, 400],
  ['no object', 'ann', [], 400],
  ['no JSON', 'ann', '{', 400],
  ['a long body', 'ann', { name: 'ann', password: 'x'.repeat(70_000) }, 413],
])('%s gets no token', async (_title, name, body, status) => {
  const before = await tokens()
  const reply = await signIn(name, body)
  expect(reply.status).toBe(status)
  expect(z.object({ error: z.string() }).parse(await reply.json()).error).toMatch(/\.$/)
  expect(await tokens()).toEqual(before)
})

test('a wrong password and an unknown user are told the same', async () => {
  const sentences = await Promise.all(
    ['ann', 'bob'].map(async (name) => {
      const reply = await signIn(name, { name, password: 'wrong' })
      return z.object({ error: z.string() }).parse(await reply.json()).error
    }),
  )
  expect(sentences[0]).toBe('The user name or the password is wrong.')
  expect(sentences[1]).toBe(sentences[0])
})

test('a token is worth nothing after it was given back', async () => {
  const [token, other] = [await tokenOf(ann), await tokenOf(ann)]
  expect((await whoami(token)).status).toBe(200)
  const reply = await app.as({ token })(`${base}-/user/token/${token}`, { method: 'DELETE' })
  expect([reply.status, await reply.json()]).toEqual([200, { ok: true }])
  expect((await whoami(token)).status).toBe(401)
  expect((await whoami(other)).status).toBe(200)
})

test("nobody gives back another user's token", async () => {
  const ben = await app.user({ name: 'ben' })
  const token = await tokenOf(ann)
  const reply = await app.as(ben)(`${base}-/user/token/${token}`, { method: 'DELETE' })
  expect(reply.status).toBe(404)
  expect((await whoami(token)).status).toBe(200)
})

test('my tokens are listed without their secrets', async () => {
  const cem = await app.user({ name: 'cem' })
  const token = await tokenOf(cem)
  const reply = await app.as({ token })(`${base}-/npm/v1/tokens`)
  expect([reply.status, await reply.json()]).toEqual([
    200,
    {
      objects: [
        {
          token: '',
          key: expect.any(String),
          cidr_whitelist: null,
          readonly: false,
          automation: false,
          created: expect.any(String),
          updated: expect.any(String),
        },
      ],
      total: 1,
      urls: {},
    },
  ])
})

test('the profile names the user', async () => {
  const reply = await app.as(ann)(`${base}-/npm/v1/user`)
  expect(await reply.json()).toMatchObject({ name: 'ann', tfa: false })
})

test('credentials that no user could have are refused, not stumbled over', async () => {
  const odd = ['a\0b:c', '\0:\0', `${'x'.repeat(20_000)}:y`, ':', 'ann:', '\ud800:x']
  for (const text of odd) {
    const authorization = `Basic ${Buffer.from(text).toString('base64')}`
    expect((await app.anonymous(`${base}-/whoami`, { headers: { authorization } })).status).toBe(401)
  }
  for (const authorization of [
    'Basic',
    'Basic ???',
    'Bearer',
    'Bearer \t',
    'Digest x',
    'bnd_x',
    `Bearer ${'x'.repeat(20_000)}`,
  ])
    expect((await app.anonymous(`${base}-/whoami`, { headers: { authorization } })).status).toBe(401)
})

const tokens = () => app.db.selectFrom('tokens').select('id').orderBy('id').execute()
