import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { system } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

test('the version is the level of the API that clients look for, with our own beside it', async () => {
  const reply = await app.fetch('/artifactory/api/system/version')
  const version = system.version.shape.response.parse(await reply.json())
  const own = version.productVersion
  expect(own).toMatch(/^\d+\.\d+\.\d+/)
  expect({ ...version, productVersion: '(own)', revision: version.revision.replace(own, '(own)') })
    .toMatchInlineSnapshot(`
    {
      "addons": [],
      "license": "Enterprise Plus",
      "product": "Bindery",
      "productVersion": "(own)",
      "revision": "(own)",
      "version": "7.136.0",
    }
  `)
})

test('API-30, VAL-15: clients are pointed at the configured address, else at that of the request, with a slash', async () => {
  const addressOf = async (of: TestApp) => (await of.fetch('/ui/api/v1/ui/setMeUp')).json()
  expect(await addressOf(app)).toEqual({ baseUrl: `${app.url}/` })
  const behindProxy = await startTestApp({ env: { BINDERY_BASE_URL: 'https://bindery.example.com/repo' } })
  try {
    expect(await addressOf(behindProxy)).toEqual({ baseUrl: 'https://bindery.example.com/repo/' })
  } finally {
    await behindProxy.close()
  }
})

const jobs = async (query = '') => {
  const reply = await app.fetch(`/ui/api/v1/jobs${query}`)
  expect(reply.status).toBe(200)
  return system.jobs.shape.response.parse(await reply.json())
}

test('jobs are listed with what became of them, newest first, in pages', async () => {
  for (let count = 0; count < 3; count++) {
    const reply = await app.fetch('/artifactory/api/npm/npm-local/reindex', { method: 'POST' })
    expect(reply.status).toBe(202)
  }
  await vi.waitFor(async () => expect((await jobs('?state=done')).total).toBeGreaterThanOrEqual(3), {
    timeout: 15_000,
    interval: 100,
  })
  const done = await jobs('?state=done')
  expect(done.items.filter(({ kind }) => kind === 'rebuild-facts')[0]).toMatchObject({
    state: 'done',
    attempts: 1,
    lastError: null,
  })
  const all = await jobs()
  const paged: string[] = []
  for (let cursor = ''; ;) {
    const page = await jobs(`?limit=1${cursor && `&after=${encodeURIComponent(cursor)}`}`)
    paged.push(...page.items.map(({ id }) => id))
    if (!page.hasNextPage) break
    cursor = page.endCursor ?? ''
  }
  expect(paged).toEqual(all.items.map(({ id }) => id))
  expect(all.total).toBe(all.items.length)
})

test('jobs are for administrators, and an unknown state is refused', async () => {
  const user = await app.user({ name: 'ann' })
  expect((await app.as(user)('/ui/api/v1/jobs')).status).toBe(403)
  expect((await app.anonymous('/ui/api/v1/jobs')).status).toBe(401)
  expect((await app.fetch('/ui/api/v1/jobs?state=lost')).status).toBe(400)
})
