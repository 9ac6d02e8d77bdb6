// Every route with every kind of visitor. What is public is written down here: a new route without protection fails.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorReply } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { json } from '../support/browser.ts'
import type { Send } from '../support/builders/published.ts'
import { writeSql } from '../support/sql.ts'
import { apiRoutes, fill, registryRoutes } from './routes.ts'

/** What anybody may call without credentials where anonymous access is off. Adding a line is a decision. */
const publicCalls = [
  'GET /ui/api/v1/bootstrap',
  'POST /ui/api/v1/auth/login',
  'POST /ui/api/v1/auth/logout',
  'POST /ui/api/v1/auth/changePassword',
  'GET /artifactory/api/system/version',
]
const openRoutes = ['npm: GET /-/ping', 'npm: PUT /-/user/org.couchdb.user:{user}']

const api = apiRoutes()
const keys: Record<string, string> = { npm: 'npm-walked', generic: 'generic-walked' }
const registry = registryRoutes((format) => keys[format] ?? `${format}-walked`)

let app: TestApp
let nobody: Send
let reader: Send

beforeAll(async () => {
  app = await startTestApp()
  await writeSql(app, 'delete from grants where user_id is null')
  for (const [format, key] of Object.entries(keys))
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format }))
  await app.fetch('/artifactory/generic-walked/walked.txt', { method: 'PUT', body: 'walked' })
  nobody = app.as(await app.user({ name: 'nobody' }))
  const grants = Object.values(keys).map((repository) => ({ action: 'read', repository }))
  reader = app.as(await app.user({ name: 'reader', grants }))
})

afterAll(() => app.close())

const call = (send: Send, { method, path }: { method: string; path: string }) =>
  send(fill(path), method === 'GET' || method === 'DELETE' ? { method } : json(method, {}))

test('the table is not empty, and has a repository for each format', () => {
  expect(api.length).toBeGreaterThanOrEqual(20)
  expect(registry.length).toBeGreaterThanOrEqual(20)
  for (const route of registry) expect(Object.values(keys).some((key) => route.path.includes(key))).toBe(true)
})

test('who may call what is decided here: a new or changed route is a change of this table', () => {
  expect(Object.fromEntries(api.map(({ name, allow }) => [name, allow]))).toMatchInlineSnapshot(`
    {
      "DELETE /access/api/v1/tokens/{id}": "signed-in",
      "DELETE /ui/api/v1/repositories/{key}": "administer",
      "DELETE /ui/api/v1/users/{name}": "administer",
      "GET /access/api/v1/tokens": "signed-in",
      "GET /artifactory/api/system/version": "public",
      "GET /ui/api/v1/bootstrap": "public",
      "GET /ui/api/v1/formats": "browse",
      "GET /ui/api/v1/jobs": "administer",
      "GET /ui/api/v1/packages": "browse",
      "GET /ui/api/v1/packages-by-format": "browse",
      "GET /ui/api/v1/packages/{packageId}": "browse",
      "GET /ui/api/v1/packages/{packageId}/versions": "browse",
      "GET /ui/api/v1/packages/{packageId}/versions/{version}": "browse",
      "GET /ui/api/v1/repositories": "browse",
      "GET /ui/api/v1/users": "administer",
      "POST /access/api/v1/tokens": "signed-in",
      "POST /ui/api/v1/auth/changePassword": "public",
      "POST /ui/api/v1/auth/login": "public",
      "POST /ui/api/v1/auth/logout": "public",
      "POST /ui/api/v1/repositories": "administer",
      "POST /ui/api/v1/users": "administer",
    }
  `)
  expect(Object.fromEntries(registry.map(({ name, action }) => [name, action]))).toMatchInlineSnapshot(`
    {
      "files: DELETE": "delete",
      "files: GET": "read",
      "files: PUT": "deploy",
      "npm: DELETE /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: DELETE /-/user/token/{token}": "signed-in",
      "npm: DELETE /{package}/-/{file}/-rev/{revision}": "delete",
      "npm: DELETE /{package}/-rev/{revision}": "delete",
      "npm: GET /-/npm/v1/tokens": "signed-in",
      "npm: GET /-/npm/v1/user": "signed-in",
      "npm: GET /-/package/{package}/dist-tags": "read",
      "npm: GET /-/ping": "open",
      "npm: GET /-/v1/search": "read",
      "npm: GET /-/whoami": "signed-in",
      "npm: GET /{package}": "read",
      "npm: GET /{package}/-/{file}": "read",
      "npm: GET /{package}/{version}": "read",
      "npm: POST /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: POST /reindex": "manage",
      "npm: PUT /-/package/{package}/dist-tags/{tag}": "deploy",
      "npm: PUT /-/user/org.couchdb.user:{user}": "open",
      "npm: PUT /{package}": "deploy",
      "npm: PUT /{package}/-rev/{revision}": "delete",
    }
  `)
})

test('what is declared public is what is written down here', () => {
  expect(
    api
      .filter(({ allow }) => allow === 'public')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(publicCalls.toSorted())
  expect(
    registry
      .filter(({ action }) => action === 'open')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(openRoutes.toSorted())
})

describe('anonymous', () => {
  test.for(api.filter(({ name }) => !publicCalls.includes(name)))(
    'is refused at $name',
    async ({ endpoint }) => {
      const reply = await call(app.anonymous, endpoint)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).not.toBeNull()
      expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('not-signed-in')
    },
  )

  test.for(registry.filter(({ name }) => !openRoutes.includes(name)))(
    'is refused at $name',
    async (route) => {
      const reply = await call(app.anonymous, route)
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).not.toBeNull()
    },
  )

  test('is told the same about a repository that does not exist', async () => {
    for (const route of registry.filter(
      ({ name, action }) => !openRoutes.includes(name) && action !== 'signed-in',
    )) {
      const absent = await call(app.anonymous, { ...route, path: route.path.replace('-walked', '-absent') })
      expect([route.name, absent.status]).toEqual([route.name, 401])
    }
  })
})

describe('a user without rights', () => {
  test.for(api.filter(({ allow }) => allow === 'administer'))('is refused at $name', async ({ endpoint }) => {
    const reply = await call(nobody, endpoint)
    expect(reply.status).toBe(403)
    expect(ErrorReply.parse(await reply.json()).errors[0]?.code).toBe('forbidden')
  })

  const guarded = registry.filter(({ action }) => action !== 'open' && action !== 'signed-in')

  test.for(guarded)(
    'learns nothing at $name: it is answered as if there were no such repository',
    async (route) => {
      const hidden = await call(nobody, route)
      const absent = await call(nobody, { ...route, path: route.path.replace('-walked', '-absent') })
      expect(hidden.status).toBe(404)
      const plain = async (reply: Response) =>
        (await reply.text()).replaceAll('-absent', '-walked').replace(/"requestId":"\w+"/, '')
      expect([absent.status, await plain(absent)]).toEqual([404, await plain(hidden)])
    },
  )
})

describe('a user who may only read', () => {
  test.for(registry.filter(({ action }) => ['annotate', 'deploy', 'delete', 'manage'].includes(action)))(
    'is refused at $name, with the reason',
    async (route) => {
      const reply = await call(reader, route)
      expect(reply.status).toBe(403)
      expect(JSON.stringify(await reply.json())).toContain('Ask an administrator')
    },
  )

  test.for(registry.filter(({ action }) => action === 'read'))('is let in at $name', async (route) => {
    expect([200, 404]).toContain((await call(reader, route)).status)
  })
})

test('the file that everybody tried to change is still there', async () => {
  expect(await (await app.fetch('/artifactory/generic-walked/walked.txt')).text()).toBe('walked')
})

/** Mounted without a contract: what anonymous and what a user gets. Adding a line is a decision. */
const beside: Record<string, [anonymous: number, user: number]> = {
  '/artifactory/api/system/ping': [200, 200],
  '/access/api/v1/system/ping': [200, 200],
  '/artifactory/api/v1/system/liveness': [200, 200],
  '/artifactory/api/v1/system/readiness': [200, 200],
  '/artifactory/api/v1/metrics': [401, 403],
  '/openapi.json': [200, 200],
  '/ui/api': [302, 302],
  '/ui/api/': [200, 200],
  '/ui/api/style.css': [200, 200],
  '/': [302, 302],
  '/ui': [302, 302],
}

test('nothing is mounted that is neither in the contracts nor written down here', () => {
  const known = new Set([
    ...api.map(
      ({ endpoint: { method, path } }) =>
        `${method === 'GET' ? 'GET HEAD' : method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
    ...Object.keys(beside).map((path) => `GET HEAD ${path}`),
    // The web application's own files; they hold no data.
    'GET HEAD /ui/*',
  ])
  expect(app.routes.toSorted()).toEqual([...known].sort())
})

test.for(Object.entries(beside))('%s answers as written down', async ([path, expected]) => {
  expect([(await app.anonymous(path)).status, (await nobody(path)).status]).toEqual(expected)
})

test('with anonymous access reading is open and nothing else', async () => {
  const open = await startTestApp({ env: { BINDERY_ANONYMOUS_ACCESS: 'true' } })
  try {
    const mayAnswer = new Set(['public', 'browse'])
    for (const { name, endpoint, allow } of api) {
      const { status } = await call(open.anonymous, endpoint)
      const isOpen =
        mayAnswer.has(allow) &&
        !['POST /ui/api/v1/auth/login', 'POST /ui/api/v1/auth/changePassword'].includes(name)
      if (isOpen) expect([name, status]).not.toEqual([name, 401])
      else expect([name, [400, 401].includes(status)]).toEqual([name, true])
    }
    const routes = registryRoutes((format) => `${format}-local`)
    for (const route of routes.filter(({ action }) => !['open', 'read'].includes(action)))
      expect([route.name, (await call(open.anonymous, route)).status]).toEqual([route.name, 401])
  } finally {
    await open.close()
  }
})
