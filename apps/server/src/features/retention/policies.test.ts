// What clean-up policies remove, and when.
import { RetentionRun } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { askPolicies, cleanupPolicy } from '../../../../../tests/support/cleanup-policies.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

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

const send = (method: string, path: string, body?: object) => askPolicies(app, method, path, body)

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

test('files that match all criteria go into the trash can when somebody asks; what is excluded stays', async () => {
  const made = cleanupPolicy('tidy', {
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

test(
  'a policy that is on runs by its clock: versions beyond the newest go for good, other packages and repositories stay',
  { timeout: 90_000 },
  async () => {
    const made = cleanupPolicy(
      'newest',
      {
        packageTypes: ['npm'],
        repos: ['npm-*'],
        excludedRepos: ['npm-remote'],
        includedPackages: ['*-pad'],
        excludedPackages: ['right-pad'],
        keepLastNVersions: 1,
      },
      { cronExp: '* * * * * ?', skipTrashcan: true },
    )
    const trash = await paths('auto-trashcan')
    expect((await send('POST', '/newest', made)).status).toBe(201)
    expect(await runs('newest')).toEqual([])
    expect((await send('POST', '/newest/enablement', { enabled: true })).status).toBe(200)
    await expect
      .poll(() => applied('newest'), { timeout: 30_000 })
      .toMatchObject([{ detail: expect.stringContaining('"count":2') }])
    // Each run plans the next.
    await expect.poll(async () => (await runs('newest')).length, { timeout: 30_000 }).toBeGreaterThan(1)
    expect((await send('POST', '/newest/enablement', { enabled: false })).status).toBe(200)
    const left = (await paths('npm-local')).map((path) => path.replace(/^.*\//, ''))
    expect(left.filter((name) => name.startsWith('left-pad'))).toEqual(['left-pad-1.2.0.tgz'])
    expect(left).toHaveLength(7)
    expect(await paths('auto-trashcan')).toEqual(trash)
    const packument = (await (await app.fetch('/artifactory/api/npm/npm-local/left-pad')).json()) as {
      versions: object
    }
    expect(Object.keys(packument.versions)).toEqual(['1.2.0'])
  },
)

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
  const made = cleanupPolicy('stale', {
    packageTypes: ['npm'],
    includedPackages: ['@acme/*'],
    createdBeforeInDays: 30,
    lastDownloadedBeforeInDays: 30,
    includedProperties: { stage: ['test'] },
    includeAllProjects: false,
    includedProjects: ['default'],
  })
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

test(
  'a policy of a project removes nothing in read-only mode, then what lies in the repositories of the project',
  { timeout: 90_000 },
  async () => {
    const project = { project_key: 'acme', display_name: 'Acme' }
    expect((await app.fetch('/access/api/v1/projects', json('POST', project))).status).toBe(201)
    const repository = { rclass: 'local', packageType: 'generic', projectKey: 'acme' }
    expect(
      (await app.fetch('/artifactory/api/repositories/acme-files', json('PUT', repository))).status,
    ).toBe(200)
    for (const key of ['acme-files', 'generic-local'])
      await app.fetch(`/artifactory/${key}/acme/old`, { method: 'PUT', body: 'old' })
    const made = cleanupPolicy(
      'acme-tidy',
      { includedPackages: ['acme/**'], createdBeforeInDays: 30, includeAllProjects: false },
      { projectKey: 'acme', cronExp: '* * * * * ?' },
    )
    expect((await send('POST', '/acme-tidy', made)).status).toBe(201)
    expect((await send('POST', '/acme-tidy/enablement', { enabled: true })).status).toBe(200)
    await readOnly(true)
    // What was under way when the mode began has ended then.
    await nextTurn('acme-tidy')
    await writeSql(app, `update nodes set created_at = ${longAgo} where path = 'acme/old'`)
    await nextTurn('acme-tidy')
    expect(await paths('acme-files')).toEqual(['acme/old'])
    await readOnly(false)
    await expect.poll(() => paths('acme-files'), { timeout: 30_000 }).toEqual([])
    expect(await paths('generic-local')).toContain('acme/old')
    expect((await send('DELETE', '/acme-tidy')).status).toBe(200)
  },
)

const readOnly = async (isReadOnly: boolean) => {
  const reply = await app.fetch('/ui/api/v1/ui/generalConfig/readOnly', json('PUT', { isReadOnly }))
  expect(reply.status).toBe(200)
}

/** Until a turn of the policy's clock is over, which plans the next. */
async function nextTurn(key: string): Promise<void> {
  const plannedAt = async () => {
    const job = app.db.selectFrom('jobs').select('run_after').where('id', '=', `cleanup-policy:${key}`)
    return (await job.executeTakeFirst())?.run_after
  }
  const before = await plannedAt()
  await expect.poll(plannedAt, { timeout: 30_000 }).not.toBe(before)
}
