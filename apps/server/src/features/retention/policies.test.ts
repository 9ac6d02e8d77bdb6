// Clean-up policies over Artifactory's API, as Terraform's provider writes them.
import { RetentionRun } from '@bindery/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

const base = '/artifactory/api/cleanup/packages/policies'
const longAgo = `'2020-01-01T00:00:00.000Z'`

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  for (const name of ['left-pad', 'right-pad', '@acme/pad'])
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await app.publish('npm', name, version)
  const files = ['logs/old', 'logs/pinned;keep=yes', 'logs/named', 'logs/new', 'other/old']
  for (const path of files)
    await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })
  await writeSql(app, `update nodes set created_at = ${longAgo} where name in ('old', 'pinned', 'named')`)
})

afterAll(() => app.close())

const policy = (criteria: object, members: object = {}) => ({
  key: 'tidy',
  cronExp: '0 0 2 ? * MON-SAT *',
  durationInMinutes: 60,
  skipTrashcan: false,
  projectKey: '',
  searchCriteria: {
    packageTypes: ['generic'],
    repos: ['**'],
    includedPackages: ['**'],
    includeAllProjects: true,
    includedProjects: [],
    ...criteria,
  },
  ...members,
})

const send = async (method: string, path: string, body?: object) => {
  const reply = await app.fetch(`${base}${path}`, body ? json(method, body) : { method })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : (JSON.parse(text) as object) }
}

const paths = async (repository: string) => {
  const rows = await app.db
    .selectFrom('nodes')
    .innerJoin('repositories', 'repositories.id', 'nodes.repository_id')
    .select('nodes.path')
    .where('repositories.key', '=', repository)
    .where('nodes.kind', '=', 'file')
    .orderBy('nodes.path')
    .execute()
  return rows.map(({ path }) => path)
}

const runs = async (key: string) =>
  RetentionRun.array().parse(await (await app.fetch(`/ui/api/v1/cleanup-policies/${key}/runs`)).json())

const applied = (key: string) =>
  app.db
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'cleanup.applied')
    .where('target', '=', key)
    .execute()

test('a policy comes back as it was sent, is changed, switched on and off, listed and removed', async () => {
  const made = policy({ createdBeforeInDays: 30, includedProperties: { stage: ['test'] } }, { key: 'echo' })
  expect(await send('POST', '/echo', made)).toEqual({ status: 201, body: { ...made, enabled: false } })
  expect((await send('POST', '/echo', made)).status).toBe(409)
  expect(await send('GET', '')).toEqual({ status: 200, body: [{ ...made, enabled: false }] })
  expect(await send('POST', '/echo/enablement', { enabled: true })).toMatchObject({ status: 200 })

  const changed = { ...policy({ lastDownloadedBeforeInMonths: 6 }, { key: 'echo' }), description: 'Logs' }
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
  const audited = await app.db
    .selectFrom('audit')
    .select('kind')
    .where('target', '=', 'echo')
    .orderBy('sequence')
    .execute()
  expect(audited.map(({ kind }) => kind)).toEqual(
    ['made', 'switched-on', 'changed', 'switched-off', 'removed'].map((what) => `cleanup.policy-${what}`),
  )
})

test('files that match all criteria go into the trash can when somebody asks; what is excluded stays', async () => {
  const made = policy({
    createdBeforeInMonths: 1,
    includedPackages: ['logs/**'],
    excludedPackages: ['logs/named'],
    excludedProperties: { keep: ['yes'] },
  })
  expect((await send('POST', '/tidy', made)).status).toBe(201)
  expect((await app.fetch('/ui/api/v1/cleanup-policies/tidy/run', { method: 'POST' })).status).toBe(202)
  await expect
    .poll(() => runs('tidy'), { timeout: 30_000 })
    .toMatchObject([
      { startedBy: 'admin', failure: null, finishedAt: expect.any(String), removed: { count: 1 } },
    ])
  expect(await paths('generic-local')).toEqual(['logs/named', 'logs/new', 'logs/pinned', 'other/old'])
  expect(await paths('auto-trashcan')).toEqual(['generic-local/logs/old'])
  expect(await applied('tidy')).toHaveLength(1)
})

test('a policy that is on runs by its clock: versions beyond the newest go for good, other packages and repositories stay', async () => {
  const made = policy(
    {
      packageTypes: ['npm'],
      repos: ['npm-*'],
      excludedRepos: ['npm-remote'],
      includedPackages: ['*-pad'],
      excludedPackages: ['right-pad'],
      keepLastNVersions: 1,
    },
    { key: 'newest', cronExp: '* * * * * ?', skipTrashcan: true },
  )
  const trash = await paths('auto-trashcan')
  expect((await send('POST', '/newest', made)).status).toBe(201)
  expect(await runs('newest')).toEqual([])
  expect((await send('POST', '/newest/enablement', { enabled: true })).status).toBe(200)
  await expect
    .poll(() => applied('newest'), { timeout: 40_000 })
    .toMatchObject([{ detail: expect.stringContaining('"count":2') }])
  // Each run plans the next.
  await expect.poll(async () => (await runs('newest')).length, { timeout: 40_000 }).toBeGreaterThan(1)
  expect((await send('POST', '/newest/enablement', { enabled: false })).status).toBe(200)
  const left = (await paths('npm-local')).map((path) => path.replace(/^.*\//, ''))
  expect(left.filter((name) => name.startsWith('left-pad'))).toEqual(['left-pad-1.2.0.tgz'])
  expect(left).toHaveLength(7)
  expect(await paths('auto-trashcan')).toEqual(trash)
  const packument = (await (await app.fetch('/artifactory/api/npm/npm-local/left-pad')).json()) as {
    versions: object
  }
  expect(Object.keys(packument.versions)).toEqual(['1.2.0'])
})

test('a version goes by its age, its use and the properties of any of its files', async () => {
  await writeSql(app, `update versions set created_at = ${longAgo}`)
  await writeSql(app, `update nodes set created_at = ${longAgo} where path like '@acme/pad/%'`)
  for (const [version, set] of [
    ['1.0.0', 'stage=test'],
    ['1.1.0', 'stage=test'],
    ['1.2.0', 'stage=live'],
  ])
    await app.fetch(`/artifactory/api/storage/npm-local/@acme/pad/-/pad-${version}.tgz?properties=${set}`, {
      method: 'PUT',
    })
  const used = await app.db
    .selectFrom('nodes')
    .select('id')
    .where('name', '=', 'pad-1.1.0.tgz')
    .executeTakeFirst()
  await writeSql(
    app,
    `insert into node_stats (node_id, downloads, downloaded_at, downloaded_by) values ('${used?.id}', 1, '${new Date().toISOString()}', 'ann')`,
  )
  const made = policy(
    {
      packageTypes: ['npm'],
      includedPackages: ['@acme/*'],
      createdBeforeInDays: 30,
      lastDownloadedBeforeInDays: 30,
      includedProperties: { stage: ['test'] },
      includeAllProjects: false,
      includedProjects: ['default'],
    },
    { key: 'stale' },
  )
  expect((await send('POST', '/stale', made)).status).toBe(201)
  expect((await app.fetch('/ui/api/v1/cleanup-policies/stale/run', { method: 'POST' })).status).toBe(202)
  await expect
    .poll(() => runs('stale'), { timeout: 30_000 })
    .toMatchObject([{ finishedAt: expect.any(String), failure: null, removed: { count: 1 } }])
  expect((await paths('npm-local')).filter((path) => path.startsWith('@acme'))).toEqual([
    '@acme/pad/-/pad-1.1.0.tgz',
    '@acme/pad/-/pad-1.2.0.tgz',
  ])
})

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
    ['key', { createdBeforeInDays: 1 }, { key: 'bad', projectKey: 'acme' }],
  ])('%s of %j %j', async (field, criteria, members) => {
    const { status, body } = await send('POST', '/bad', policy(criteria, { key: 'bad', ...members }))
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
    for (const place of [...places, base, `${base}/tidy`])
      expect([place, (await ann(place)).status]).toEqual([place, 403])
    expect((await ann(`${base}/tidy/enablement`, json('POST', { enabled: true }))).status).toBe(403)
  })
})
