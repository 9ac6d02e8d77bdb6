// What all calls of the Artifactory API share: addresses, credentials, transport, errors, the syntax of properties.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type Credentials, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import { rawRequest } from '../support/raw.ts'

let app: TestApp
let ann: Credentials

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_TRUSTED_PROXIES: '127.0.0.1' } })
  ann = await app.user({ name: 'ann' })
  await app.fetch('/artifactory/generic-local/a.txt', { method: 'PUT', body: 'a' })
})

afterAll(() => app.close())

const whoami = '/artifactory/api/npm/npm-local/-/whoami'
const storage = '/artifactory/api/storage/generic-local/a.txt'

describe('addresses', () => {
  test('the root and the context of the repositories are reached without credentials', async () => {
    for (const path of ['/', '/artifactory/', '/artifactory']) {
      const { status, headers } = await app.anonymous(path)
      expect([path, status, headers.get('location')]).toEqual([path, 302, '/ui/'])
    }
  })

  test('one doubled slash is tolerated wherever a base and a path were put together', async () => {
    for (const path of [
      '/artifactory//api/system/ping',
      '//artifactory/api/system/version',
      '/artifactory//generic-local/a.txt',
      '//access/api/v1/system/ping',
    ]) {
      const { status } = await rawRequest(app.url, `GET ${path}`, { authorization: basic(app.admin) })
      expect([path, status]).toEqual([path, 200])
    }
  })

  test.each([
    [{}, undefined],
    [{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'repo.example' }, 'https://repo.example'],
    [{ 'x-jfrog-override-base-url': 'https://old.example:8443' }, 'https://old.example:8443'],
    [{ 'x-jfrog-override-base-url': 'https://old.example/artifactory/' }, 'https://old.example'],
    [
      { 'x-jfrog-override-base-url': 'https://old.example', 'x-forwarded-host': 'new.example' },
      'https://old.example',
    ],
  ])('links begin with the address the request came in on: %j', async (headers, expected) => {
    const reply = await app.fetch(storage, { headers })
    expect(await reply.json()).toMatchObject({
      uri: `${expected ?? app.url}${storage}`,
      downloadUri: `${expected ?? app.url}/artifactory/generic-local/a.txt`,
    })
  })

  test('what is no address in such a header is refused, not copied into links', async () => {
    for (const value of ['javascript:alert(1)', 'https://a b/', 'https://u:p@x/', 'nothing'])
      expect((await app.fetch(storage, { headers: { 'x-jfrog-override-base-url': value } })).status).toBe(400)
  })
})

describe('credentials', () => {
  test('a reference token is a Bearer, a password of anybody, and an API key', async () => {
    const made = await app.as(ann)('/access/api/v1/tokens', json('POST', { include_reference_token: true }))
    const { reference_token: token } = (await made.json()) as { reference_token: string }
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: basic({ name: 'ann', password: token }) },
      { authorization: basic({ name: 'whoever', password: token }) },
      { authorization: basic({ name: '', password: token }) },
      { 'x-jfrog-art-api': token },
    ] as Record<string, string>[])
      expect(await (await app.anonymous(whoami, { headers })).json()).toEqual({ username: 'ann' })
  })

  test.each([
    ['GET', storage],
    ['GET', '/artifactory/generic-local/a.txt'],
    ['PUT', '/artifactory/generic-local/b.txt'],
    ['POST', '/artifactory/api/search/aql'],
    ['GET', '/artifactory/api/repositories'],
    ['GET', '/artifactory/api/build'],
    ['GET', '/artifactory/api/security/users'],
  ])('%s %s without any is 401 with the challenge, and without the right 403', async (method, path) => {
    const reply = await app.anonymous(path, { method, ...(method !== 'GET' && { body: 'x' }) })
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="Artifactory Realm"',
    ])
    expect(await reply.json()).toMatchObject({ errors: [{ status: 401, message: expect.any(String) }] })
  })

  test('a known user without the right is told 403, never 401', async () => {
    for (const [method, path] of [
      ['PUT', '/artifactory/generic-local/b.txt'],
      ['DELETE', '/artifactory/generic-local/a.txt'],
      ['PUT', `${storage}?properties=a=b`],
      ['GET', '/artifactory/api/security/users'],
      ['DELETE', '/artifactory/api/repositories/generic-local'],
    ] as const)
      expect([path, (await app.as(ann)(path, { method })).status]).toEqual([path, 403])
  })
})

describe('transport', () => {
  test('Connection: close is honoured, and every error has a body with its length', async () => {
    for (const path of ['/artifactory/generic-local/absent', '/artifactory/api/absent', storage]) {
      const began = performance.now()
      const { head, body } = await rawRequest(app.url, `GET ${path}`, { authorization: basic(app.admin) })
      // The connection ended by the server's own doing, not by giving up on it.
      expect(performance.now() - began).toBeLessThan(30_000)
      const length = /^content-length: (\d+)$/im.exec(head)?.[1]
      expect(Number(length)).toBe(Buffer.byteLength(body, 'latin1'))
      expect(head.toLowerCase()).toContain('connection: close')
    }
  })

  test.each([
    undefined,
    'application/json',
    'application/vnd.org.jfrog.artifactory.repositories.LocalRepositoryConfiguration+json',
    'application/vnd.org.jfrog.artifactory.security.User+json; charset=UTF-8',
    'text/plain',
  ])('a document is read whatever type its sender gives it: %s', async (type) => {
    const body = Buffer.from(JSON.stringify({ rclass: 'local', description: type ?? 'none' }))
    const key = `typed-${Math.abs(Buffer.from(type ?? '').reduce((sum, byte) => (sum * 31 + byte) | 0, 7))}`
    const address = `/artifactory/api/repositories/${key}`
    const headers = { 'content-length': String(body.length), authorization: basic(app.admin) }
    const reply = await rawRequest(
      app.url,
      `PUT ${address}`,
      { ...headers, ...(type && { 'content-type': type }) },
      body,
    )
    expect([reply.status, reply.body]).toEqual([200, `Successfully created repository '${key}'\n`])
    expect(await (await app.fetch(address)).json()).toMatchObject({ description: type ?? 'none' })
  })

  test('headers that all clients send are no trouble', async () => {
    const headers = {
      'uber-trace-id': '0123456789abcdef:0123456789abcdef:0:0',
      'user-agent': 'jfrog-cli-go/2.121',
    }
    expect((await app.fetch(storage, { headers })).status).toBe(200)
  })

  test.each(['2999-01-31T10:20:30.000Z', '2999-01-31T10:20:30.000+0000', '2999-01-31T10:20:30.000-07:00'])(
    'a date may be written as %s',
    async (date) => {
      const body = `items.find({"modified":{"$lt":"${date}"},"name":"a.txt"})`
      const reply = await app.fetch('/artifactory/api/search/aql', { method: 'POST', body })
      const { results } = (await reply.json()) as { results: { modified: string }[] }
      expect(results).toHaveLength(1)
      expect(results[0]?.modified).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:?\d\d)$/)
    },
  )
})

describe('errors', () => {
  test.each([
    ['GET', '/artifactory/generic-local/absent.txt', 404],
    ['GET', '/artifactory/api/storage/generic-local/absent.txt', 404],
    ['GET', '/artifactory/api/repositories/absent', 400],
    ['GET', '/artifactory/api/build/absent', 404],
    ['GET', '/artifactory/api/security/users/absent', 404],
    ['POST', '/artifactory/api/search/aql', 400],
    ['PATCH', '/artifactory/generic-local/a.txt', 405],
  ])('%s %s is answered in the form that clients print', async (method, path, status) => {
    const reply = await app.fetch(path, { method })
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(await reply.json()).toMatchObject({ errors: [{ status, message: expect.stringMatching(/./) }] })
  })
})

describe('properties', () => {
  const put = (path: string) => app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: 'x' })
  const read = async (path: string) => {
    const reply = await app.fetch(`/artifactory/api/storage/generic-local/${path}?properties`)
    return ((await reply.json()) as { properties?: Record<string, string[]> }).properties
  }

  test('in a path: plus is a plus before the semicolon and a blank behind it, %3B is part of the name', async () => {
    expect(
      (await put('m/a+b%3Bc.txt;k1=v+1;k2=%2B;k2=two,three;k3=a%5C%2Cb;k4+=v;n:s.x=%C3%BC')).status,
    ).toBe(201)
    const properties = await read('m/a+b%3Bc.txt')
    for (const values of Object.values(properties ?? {})) values.sort()
    expect(properties).toEqual({
      k1: ['v 1'],
      k2: ['+', 'three', 'two'],
      k3: ['a,b'],
      k4: ['v'],
      'n:s.x': ['ü'],
    })
    expect((await app.fetch('/artifactory/api/storage/generic-local/m')).status).toBe(200)
  })

  test('in a query: separators raw and encoded, and a backslash before each of them', async () => {
    await put('q.txt')
    const set = (text: string) =>
      app.fetch(`/artifactory/api/storage/generic-local/q.txt?properties=${text}`, { method: 'PUT' })
    for (const [text, expected] of [
      ['a=1,2;b=3', { a: ['1', '2'], b: ['3'] }],
      ['a=1%2C2%3Bb=3', { a: ['1', '2'], b: ['3'] }],
      ['a=1|b=2', { a: ['1'], b: ['2'] }],
      ['a=1%7Cb%3D2', { a: ['1'], b: ['2'] }],
      ['a=x%5C,y%5C%3Bz&recursive=1', { a: ['x,y;z'], b: ['2'] }],
      ['a=%5C%5C,b%5C=c%5C%7Cd', { a: ['\\', 'b=c|d'], b: ['2'] }],
    ] as const) {
      expect([text, (await set(text)).status]).toEqual([text, 204])
      const properties = await read('q.txt')
      for (const values of Object.values(properties ?? {})) values.sort()
      expect([text, properties]).toEqual([text, expected])
    }
  })

  test.each([...')}{][*+^$\\/~`!@#%&<>;=,±§ ', '('])('a key with %j in it is refused', async (letter) => {
    const key = encodeURIComponent(`a${letter}b`)
    const patch = { props: { [`a${letter}b`]: 'v' } }
    expect((await put(`refused.txt;${key}=v`)).status).toBe(400)
    const metadata = '/artifactory/api/metadata/generic-local/a.txt'
    expect((await app.fetch(metadata, json('PATCH', patch))).status).toBe(400)
  })
})
