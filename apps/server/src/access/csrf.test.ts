// A browser sends its cookie, and credentials it remembers, with whatever a page of another site makes it send.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../tests/support/app.ts'
import { json, signIn, type Browser } from '../../../../tests/support/browser.ts'

let app: TestApp
let admin: Browser
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp()
  admin = await signIn(app, app.admin)
  ann = await app.user({ name: 'ann', grants: [{ action: 'deploy', repository: '*' }] })
})

afterAll(() => app.close())

let count = 0
const newRepository = () => ({ key: `made-${++count}`, kind: 'local', format: 'generic' })
const keys = async () =>
  (await app.db.selectFrom('repositories').select('key').execute()).map((row) => row.key)

const create = (headers: Record<string, string>, body = newRepository()) =>
  app.anonymous('/ui/api/v1/repositories', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

describe('with a cookie', () => {
  test('our own page may write', async () => {
    const reply = await create({
      cookie: admin.cookie,
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'same-origin',
      origin: app.url,
    })
    expect(reply.status).toBe(200)
  })

  const forged: [string, Record<string, string>][] = [
    ['a form, as plain text', { 'content-type': 'text/plain' }],
    ['a form, as fields', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no content type', {}],
    ['JSON without the header', { 'content-type': 'application/json' }],
    ['another site', { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'cross-site' }],
    [
      'a neighbour below the same domain',
      { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-site' },
    ],
  ]

  test.for(forged)('a write from %s is refused and changes nothing', async ([, headers]) => {
    const wanted = newRepository()
    const reply = await create({ cookie: admin.cookie, ...headers }, wanted)
    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({ errors: [{ code: 'forbidden' }] })
    expect(await keys()).not.toContain(wanted.key)
  })

  test('deleting, uploading and publishing are writes too', async () => {
    const headers = { cookie: admin.cookie }
    const path = '/artifactory/generic-local/forged.txt'
    expect((await app.anonymous(path, { method: 'PUT', headers, body: 'x' })).status).toBe(403)
    expect((await app.anonymous(path, { method: 'DELETE', headers })).status).toBe(403)
    const publish = await app.anonymous('/artifactory/api/npm/npm-local/forged', {
      method: 'PUT',
      headers,
      body: '{}',
    })
    expect(publish.status).toBe(403)
    const removal = await app.anonymous('/ui/api/v1/repositories/generic-local', {
      method: 'DELETE',
      headers,
    })
    expect(removal.status).toBe(403)
    expect(await keys()).toContain('generic-local')
  })

  test('reading needs no proof', async () => {
    const reply = await app.anonymous('/ui/api/v1/users', { headers: { cookie: admin.cookie } })
    expect(reply.status).toBe(200)
  })
})

describe('without a cookie', () => {
  test('a sign-in that another site sends is refused: it would put the visitor into a foreign account', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const { reply } = await signIn(app, ann, { headers: { 'sec-fetch-site': site } })
      expect(reply.status).toBe(403)
      expect(reply.headers.getSetCookie()).toEqual([])
    }
  })

  test('a form of another site cannot sign in either where browsers send no Sec-Fetch-Site', async () => {
    const form = (origin: string) =>
      app.anonymous('/ui/api/v1/ui/auth/login', {
        method: 'POST',
        headers: { origin, 'content-type': 'text/plain' },
        body: JSON.stringify({ user: ann.name, password: ann.password }),
      })
    for (const origin of ['https://evil.example', 'null', `${app.url}0`, `${app.url}.evil.example`]) {
      const reply = await form(origin)
      expect(reply.status).toBe(403)
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    expect((await form(app.url)).status).toBe(200)
  })

  test('our own page may sign in behind a proxy that changes the Host', async () => {
    const { reply } = await signIn(app, ann, { headers: { origin: 'http://bindery.example.com' } })
    expect(reply.status).toBe(200)
  })

  test('programs with Basic or Bearer need no header', async () => {
    const authorization = `Basic ${Buffer.from(`admin:${app.admin.password}`).toString('base64')}`
    expect((await create({ authorization })).status).toBe(200)
    expect((await create({ authorization: `Bearer ${await app.token()}` })).status).toBe(200)
    expect((await create({ 'x-jfrog-art-api': await app.token() })).status).toBe(200)
  })

  test('but a page of another site may not use the Basic credentials that a browser remembers', async () => {
    const authorization = `Basic ${Buffer.from(`admin:${app.admin.password}`).toString('base64')}`
    const wanted = newRepository()
    expect((await create({ authorization, 'sec-fetch-site': 'cross-site' }, wanted)).status).toBe(403)
    expect(await keys()).not.toContain(wanted.key)
  })
})

test('no reply allows another site to read it', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const read = await app.anonymous('/ui/api/v1/users', { headers: { cookie: admin.cookie, origin } })
    expect(read.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await app.anonymous('/ui/api/v1/users', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    expect(preflight.status).toBeGreaterThanOrEqual(400)
  }
})

test('reading never changes anything: a GET cannot sign out, change a password or delete', async () => {
  const { send } = await signIn(app, ann)
  for (const path of [
    '/ui/api/v1/ui/auth/logout',
    '/ui/api/v1/ui/auth/login',
    '/ui/api/v1/ui/auth/changePassword',
  ])
    expect((await send(path)).status).toBe(404)
  expect((await send('/ui/api/v1/repositories')).status).toBe(200)
})

test('the header may come with any value, from any client of ours', async () => {
  const reply = await admin.send('/ui/api/v1/repositories', json('POST', newRepository()))
  expect(reply.status).toBe(200)
})
