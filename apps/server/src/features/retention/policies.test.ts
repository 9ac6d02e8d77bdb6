// What clean-up policies remove, and when.
import { RetentionResult, RetentionRun } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { askPolicies, cleanupPolicy } from '../../../../../tests/support/cleanup-policies.ts'
import { makeRepository } from '../../../../../tests/support/repositories.ts'
import { runningElsewhere } from '../../../../../tests/support/jobs.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'
import { startUpstream } from '../../../../../tests/support/upstream.ts'

const longAgo = `'2020-01-01T00:00:00.000Z'`

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ env: { BINDERY_OUTBOUND_ALLOW: '127.0.0.1' } })
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
    .poll(() => runs('tidy'))
    .toMatchObject([
      { startedBy: 'admin', failure: null, finishedAt: expect.any(String), removed: { count: 1 } },
    ])
  expect(await paths('generic-local')).toEqual(['logs/named', 'logs/new', 'logs/pinned', 'other/old'])
  expect(await paths('auto-trashcan')).toEqual(['generic-local/logs/old'])
  expect(await applied('tidy')).toHaveLength(1)
})

test('a policy that is on runs by its clock: versions beyond the newest go for good, other packages and repositories stay', async () => {
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
  await expect.poll(() => applied('newest')).toMatchObject([{ detail: expect.stringContaining('"count":2') }])
  // Each run plans the next.
  await expect.poll(async () => (await runs('newest')).length).toBeGreaterThan(1)
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
    .poll(() => runs('stale'))
    .toMatchObject([{ finishedAt: expect.any(String), failure: null, removed: { count: 1 } }])
  expect((await paths('npm-local')).filter((path) => path.startsWith('@acme'))).toEqual([
    '@acme/pad/-/pad-1.1.0.tgz',
    '@acme/pad/-/pad-1.2.0.tgz',
  ])
})

test('repositories are chosen by patterns, exclusions and projects; caches go by both of their names', async () => {
  const upstream = await startUpstream()
  upstream.on('/scope/far', 'from far away')
  await makeRepository(app, 'scope-far', 'remote', { url: upstream.url })
  expect((await app.fetch('/artifactory/scope-far/scope/far')).status).toBe(200)
  await upstream.stop()
  expect(
    (
      await app.fetch(
        '/access/api/v1/projects',
        json('POST', { project_key: 'scope', display_name: 'Scope' }),
      )
    ).status,
  ).toBe(201)
  await makeRepository(app, 'scope-own', 'local', { projectKey: 'scope' })
  await makeRepository(app, 'loose-own', 'local')
  for (const key of ['scope-own', 'loose-own'])
    await app.fetch(`/artifactory/${key}/scope/file`, { method: 'PUT', body: key })
  await writeSql(app, `update nodes set created_at = ${longAgo} where path like 'scope/%'`)
  const found = async (criteria: object) => {
    const made = cleanupPolicy('scoped', {
      includedPackages: ['scope/**'],
      createdBeforeInDays: 30,
      ...criteria,
    })
    const reply = await app.fetch('/ui/api/v1/cleanup-policies/simulate', json('POST', made))
    expect(reply.status).toBe(200)
    return RetentionResult.parse(await reply.json())
      .files.map(({ repository, path }) => `${repository}/${path}`)
      .toSorted()
  }
  const [far, own, loose] = ['scope-far-cache/scope/far', 'scope-own/scope/file', 'loose-own/scope/file']
  expect(await found({})).toEqual([loose, far, own])
  expect(await found({ excludedRepos: ['*-own'] })).toEqual([far])
  expect(await found({ excludedRepos: ['scope-far'] })).toEqual([loose, own])
  expect(await found({ excludedRepos: ['scope-far-cache', 'loose-*'] })).toEqual([own])
  expect(await found({ repos: ['scope-far'] })).toEqual([far])
  expect(await found({ repos: ['scope-far-cache'] })).toEqual([far])
  expect(await found({ includeAllProjects: false, includedProjects: ['scope'] })).toEqual([own])
  expect(await found({ includeAllProjects: false, includedProjects: ['default'] })).toEqual([loose, far])
  expect(await found({ includeAllProjects: false, includedProjects: ['default', 'scope'] })).toHaveLength(3)

  const cache = cleanupPolicy(
    'cache',
    { repos: ['scope-far'], createdBeforeInDays: 30 },
    { durationInMinutes: 0 },
  )
  expect((await send('POST', '/cache', cache)).status).toBe(201)
  expect((await app.fetch('/ui/api/v1/cleanup-policies/cache/run', { method: 'POST' })).status).toBe(202)
  await expect
    .poll(() => runs('cache'))
    .toMatchObject([{ finishedAt: expect.any(String), failure: null, removed: { count: 1 } }])
  expect(await found({})).toEqual([loose, own])
})

test('policies are listed with their last and next runs, and run one at a time', async () => {
  const made = cleanupPolicy('listed', { createdBeforeInDays: 36_500 }, { cronExp: '0 0 3 1 1 ?' })
  expect((await send('POST', '/listed', made)).status).toBe(201)
  const state = async () => {
    const all = (await (await app.fetch('/ui/api/v1/cleanup-policies')).json()) as {
      policy: { key: string }
    }[]
    return all.find(({ policy }) => policy.key === 'listed')
  }
  expect(await state()).toEqual({ policy: { ...made, enabled: false }, lastRun: null, nextRunAt: null })
  await send('POST', '/listed/enablement', { enabled: true })
  expect(await state()).toMatchObject({ nextRunAt: expect.stringMatching(/-01-01T03:00:00/) })
  const run = () => app.fetch('/ui/api/v1/cleanup-policies/listed/run', { method: 'POST' })
  const release = await runningElsewhere(app, 'cleanup-policy:listed')
  const refused = await run()
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('The policy listed is running already.'),
  ])
  await release()
  expect((await run()).status).toBe(202)
  await expect
    .poll(state)
    .toMatchObject({ lastRun: { startedBy: 'admin', finishedAt: expect.any(String), removed: { count: 0 } } })
})

test('a policy of a project removes nothing in read-only mode, then what lies in the repositories of the project', async () => {
  const project = { project_key: 'acme', display_name: 'Acme' }
  expect((await app.fetch('/access/api/v1/projects', json('POST', project))).status).toBe(201)
  const repository = { rclass: 'local', packageType: 'generic', projectKey: 'acme' }
  expect((await app.fetch('/artifactory/api/repositories/acme-files', json('PUT', repository))).status).toBe(
    200,
  )
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
  await expect.poll(() => paths('acme-files')).toEqual([])
  expect(await paths('generic-local')).toContain('acme/old')
  expect((await send('DELETE', '/acme-tidy')).status).toBe(200)
})

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
  await expect.poll(plannedAt).not.toBe(before)
}
