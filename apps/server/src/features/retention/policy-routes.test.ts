// The API of clean-up policies: what it keeps, and what it refuses.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { askPolicies, cleanupPolicy, policiesPath } from '../../../../../tests/support/cleanup-policies.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const send = (method: string, path: string, body?: object) => askPolicies(app, method, path, body)

test('a policy comes back as it was sent, is changed, switched on and off, listed and removed', async () => {
  const made = cleanupPolicy('echo', { createdBeforeInDays: 30, includedProperties: { stage: ['test'] } })
  expect(await send('POST', '/echo', made)).toEqual({ status: 201, body: { ...made, enabled: false } })
  expect((await send('POST', '/echo', made)).status).toBe(409)
  expect(await send('GET', '')).toEqual({ status: 200, body: [{ ...made, enabled: false }] })
  expect(await send('POST', '/echo/enablement', { enabled: true })).toMatchObject({ status: 200 })

  const changed = { ...cleanupPolicy('echo', { lastDownloadedBeforeInMonths: 6 }), description: 'Logs' }
  expect((await send('PUT', '/echo', { ...changed, enabled: false })).status).toBe(400)
  expect(await send('PUT', '/echo', changed)).toEqual({ status: 200, body: { ...changed, enabled: true } })
  expect(await send('GET', '/echo')).toEqual({ status: 200, body: { ...changed, enabled: true } })
  expect((await send('POST', '/echo/enablement', { enabled: false })).body).toMatchObject({ enabled: false })

  expect((await send('DELETE', '/echo')).status).toBe(200)
  const gone: [string, string, object?][] = [
    ['GET', '/echo'],
    ['DELETE', '/echo'],
    ['PUT', '/echo', changed],
    ['POST', '/echo/enablement', { enabled: true }],
  ]
  for (const [method, path, body] of gone)
    expect([method, (await send(method, path, body)).status]).toEqual([method, 404])
  expect(await auditOf('echo')).toEqual(['made', 'switched-on', 'changed', 'switched-off', 'removed'])
})

test('the screen saves what a policy says and whether it is on in one call, all or nothing', async () => {
  const place = '/ui/api/v1/cleanup-policies'
  const ask = async (method: string, path: string, body: object) => {
    const reply = await app.fetch(`${place}${path}`, json(method, body))
    return { status: reply.status, body: await reply.json() }
  }
  const made = { ...cleanupPolicy('whole', { createdBeforeInDays: 30 }), enabled: true }
  const wrong = { ...made, cronExp: 'now and then' }
  expect((await ask('POST', '', wrong)).status).toBe(400)
  expect((await send('GET', '/whole')).status).toBe(404)
  expect(await ask('POST', '', made)).toEqual({ status: 201, body: made })
  expect((await ask('POST', '', { ...made, enabled: false })).status).toBe(409)
  const changed = { ...made, description: 'Logs', enabled: false }
  expect((await ask('PUT', '/whole', { ...wrong, enabled: false })).status).toBe(400)
  expect((await ask('PUT', '/whole', { ...changed, key: 'other' })).status).toBe(400)
  expect((await ask('PUT', '/nowhere', { ...changed, key: 'nowhere' })).status).toBe(404)
  expect((await send('GET', '/whole')).body).toEqual(made)
  expect(await ask('PUT', '/whole', changed)).toEqual({ status: 200, body: changed })
  expect((await send('GET', '/whole')).body).toEqual(changed)
  expect(await auditOf('whole')).toEqual(['made', 'switched-on', 'changed', 'switched-off'])
  expect((await send('DELETE', '/whole')).status).toBe(200)
})

async function auditOf(target: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit')
    .select('kind')
    .where('target', '=', target)
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind }) => kind.replace('cleanup.policy-', ''))
}

describe('what cannot be honoured is refused with a sentence and the member', () => {
  test.each<[string, object, object]>([
    ['searchCriteria', {}, {}],
    ['searchCriteria.createdBeforeInDays', { createdBeforeInDays: 0 }, {}],
    ['searchCriteria.keepLastNVersions', { packageTypes: ['npm'], keepLastNVersions: 0 }, {}],
    [
      'searchCriteria.keepLastNVersions',
      { packageTypes: ['npm'], keepLastNVersions: 2, createdBeforeInDays: 1 },
      {},
    ],
    ['searchCriteria.keepLastNVersions', { packageTypes: ['docker'], keepLastNVersions: 2 }, {}],
    ['searchCriteria.createdBeforeInMonths', { createdBeforeInMonths: 1, lastDownloadedBeforeInDays: 1 }, {}],
    ['searchCriteria.packageTypes', { packageTypes: ['nonsense'], createdBeforeInDays: 1 }, {}],
    ['searchCriteria.packageTypes', { packageTypes: [], createdBeforeInDays: 1 }, {}],
    ['searchCriteria.includedPackages', { includedPackages: ['a', 'b'], createdBeforeInDays: 1 }, {}],
    ['searchCriteria.excludedPackages', { excludedPackages: ['a*'], createdBeforeInDays: 1 }, {}],
    ['searchCriteria.includedProjects', { includeAllProjects: false, createdBeforeInDays: 1 }, {}],
    ['searchCriteria.includedProjects', { includedProjects: ['nowhere'], createdBeforeInDays: 1 }, {}],
    ['searchCriteria', { minimumSize: 1, createdBeforeInDays: 1 }, {}],
    ['cronExp', { createdBeforeInDays: 1 }, { cronExp: 'daily' }],
    ['enabled', { createdBeforeInDays: 1 }, { enabled: true }],
    ['key', { createdBeforeInDays: 1 }, { key: 'other' }],
    ['key', { createdBeforeInDays: 1 }, { projectKey: 'acme' }],
  ])('%s of %j %j', async (field, criteria, members) => {
    const { status, body } = await send('POST', '/bad', cleanupPolicy('bad', criteria, members))
    expect([status, body]).toMatchObject([
      400,
      { errors: [{ field, message: expect.stringMatching(/\w+ \w+/) }] },
    ])
  })

  test('release bundles and archives are said not to be there, and only administrators are told anything', async () => {
    const places = [
      '/artifactory/api/cleanup/bundles/policies/x',
      '/artifactory/api/archive/v2/packages/policies/x',
    ]
    for (const place of places) {
      const reply = await app.fetch(place, json('POST', {}))
      expect([reply.status, await reply.json()]).toMatchObject([
        404,
        { errors: [{ message: expect.stringContaining('not') }] },
      ])
    }
    const ann = app.as(await app.user({ name: 'ann' }))
    for (const place of [...places, policiesPath, `${policiesPath}/tidy`])
      expect([place, (await ann(place)).status]).toEqual([place, 403])
    expect((await ann(`${policiesPath}/tidy/enablement`, json('POST', { enabled: true }))).status).toBe(403)
  })
})
