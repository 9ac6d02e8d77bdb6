import { afterAll, beforeAll, expect, test } from 'vitest'
import { system } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

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
  await expect.poll(async () => (await jobs('?state=done')).total).toBeGreaterThanOrEqual(3)
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

test('tasks are what runs and what waits, with their next run', async () => {
  const reply = await app.fetch('/artifactory/api/tasks')
  const { tasks } = system.tasks.shape.response.parse(await reply.json())
  expect(tasks.find(({ type }) => type === 'collect-garbage')).toMatchObject({
    id: 'schedule:collect-garbage',
    description: 'Collect garbage',
  })
  for (const task of tasks) expect('nextRun' in task || task.state === 'running').toBe(true)
  const ben = app.as(await app.user({ name: 'ben' }))
  expect((await ben('/artifactory/api/tasks')).status).toBe(403)
})

test('a job that waits can be cancelled, once; one that runs again and again cannot', async () => {
  await writeSql(
    app,
    `insert into jobs (id, kind, payload, state, attempts, run_after, created_at) values
      ('unwanted', 'nobody-does-this', '{}', 'waiting', 0, '2999-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
  )
  const cancel = (id: string) => app.fetch(`/ui/api/v1/jobs/${id}`, { method: 'DELETE' })
  expect((await cancel('unwanted')).status).toBe(204)
  expect((await jobs('?state=failed')).items.find(({ id }) => id === 'unwanted')).toMatchObject({
    lastError: 'Cancelled by admin.',
  })
  const statuses = []
  for (const id of ['unwanted', 'schedule:collect-garbage', 'lost']) statuses.push((await cancel(id)).status)
  expect(statuses).toEqual([409, 409, 404])
  const entries = await app.db.selectFrom('audit').select('kind').where('target', '=', 'unwanted').execute()
  expect(entries).toEqual([{ kind: 'job.cancelled' }])
})
