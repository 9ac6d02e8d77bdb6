// Walks every route of every format: who is let in, and what the others learn.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type Credentials, type TestApp } from '../../../../tests/support/app.ts'
import type { Send } from '../../../../tests/support/builders/published.ts'
import { leavesNothing } from '../../../../tests/support/stored.ts'
import * as formats from '../formats/index.ts'
import type { RouteAction } from './router.ts'

interface Walked {
  method: string
  /** Behind the repository's key. */
  path: string
  base: string
  repository: string
  action: RouteAction
}

const values: Record<string, string> = { version: '1.0.0', file: 'walked-1.0.0.tgz', revision: '1-abc', tag: 'latest' }

const routes = [...Object.values(formats).flatMap(routesOf), ...plainRoutes()]
const guarded = routes.filter(({ action }) => action !== 'open' && action !== 'signed-in')

let app: TestApp
let stranger: Credentials
let reader: Credentials

beforeAll(async () => {
  app = await startTestApp()
  await app.execute('delete from grants where user_id is null')
  stranger = await app.user({ name: 'stranger' })
  reader = await app.user({
    name: 'reader',
    grants: [...new Set(routes.map((route) => route.repository))].map((repository) => ({
      action: 'read',
      repository,
    })),
  })
  await app.publish('npm', 'walked', '1.0.0')
  await app.publish('generic', 'walked', '1.0.0')
})

afterAll(() => app.close())

test('there are routes to walk', () => {
  expect(new Set(routes.map(({ base }) => base))).toEqual(new Set(['/artifactory/', '/artifactory/api/npm/']))
  expect(guarded.length).toBeGreaterThan(10)
})

describe.each(routes)('$method $base<key>$path', (route) => {
  test('is closed to whoever did not sign in, unless it is there for signing in', async () => {
    const { status } = await answer(app.anonymous, route, route.repository)
    if (route.action === 'open') expect([200, 400]).toContain(status)
    else expect(status).toBe(401)
  })
})

describe.each(guarded)('$method $base<key>$path', (route) => {
  test('tells nobody who may not read whether the repository exists', () => expectNothingTold(route))

  test(`needs the right to ${route.action}`, async () => {
    expect((await answer(app.as(stranger), route, route.repository)).status).toBe(404)
    const { status, text } = await answer(app.as(reader), route, route.repository)
    if (route.action === 'read') expect([200, 404]).toContain(status)
    else expect([status, text]).toEqual([403, expect.stringContaining(`for the ${route.action} right`)])
  })
})

// Known: these routes look the repository up before they ask who is there. Make it `test` when they do not any more.
test.fails.each(routes.filter((route) => !guarded.includes(route)))(
  '$method $base<key>$path tells nobody who may not read whether the repository exists',
  (route) => expectNothingTold(route),
)

test('a repository of another format sends the client to the right address', async () => {
  const reply = await app.fetch('/artifactory/api/npm/generic-local/walked')
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({
    error:
      'The repository generic-local holds Generic packages, not npm packages. Use the address shown for that repository.',
  })
})

test('whoever may read everything is told that a repository is missing', async () => {
  expect((await app.fetch('/artifactory/api/npm/no-such-repository/-/ping')).status).toBe(404)
  expect((await app.fetch('/artifactory/api/npm/npm-local/-/ping')).status).toBe(200)
})

test.each(['/artifactory/api/npmx/npm-local/walked', '/artifactory/api/npmx', '/artifactory/api/npm', '/artifactory/api/'])(
  '%s is no address',
  async (address) => {
    expect((await app.fetch(address)).status).toBe(404)
  },
)

async function expectNothingTold(route: Walked): Promise<void> {
  for (const send of [app.anonymous, app.as(stranger)]) {
    const known = await answer(send, route, route.repository)
    const unknown = await answer(send, route, 'no-such-repository')
    expect(known.text.replaceAll(route.repository, 'KEY')).toBe(unknown.text.replaceAll('no-such-repository', 'KEY'))
    expect(known.status).toBe(unknown.status)
  }
}

async function answer(send: Send, { method, base, path }: Walked, key: string) {
  // An empty body, so that nothing would be stored even if it were let in.
  const reply = await leavesNothing(app, () => send(`${base}${key}${path}`, { method }))
  const text = (await reply.text()).replaceAll(reply.headers.get('x-request-id') ?? '', 'ID')
  return { status: reply.status, text: `${reply.headers.get('www-authenticate')} ${text}` }
}

function routesOf(format: (typeof formats)[keyof typeof formats]): Walked[] {
  const found: Walked[] = []
  format.routes?.({
    on: (method, pattern, action) => {
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'walked')
      found.push({ method, path, base: `/artifactory/api/${format.id}/`, repository: `${format.id}-local`, action })
    },
  })
  return found
}

function plainRoutes(): Walked[] {
  const actions = { GET: 'read', HEAD: 'read', PUT: 'deploy', DELETE: 'delete' } as const
  return Object.values(formats).flatMap(({ id }) =>
    Object.entries(actions).map(([method, action]) => ({
      method,
      action,
      path: '/walked/file.txt',
      base: '/artifactory/',
      repository: `${id}-local`,
    })),
  )
}
