import { RetentionResult, type RetentionRule } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import { runningElsewhere } from '../../../../../tests/support/jobs.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp
const blank: RetentionRule = {
  name: 'tidy',
  isOn: true,
  repositories: ['generic-local'],
  pattern: '',
  property: '',
  olderThanDays: null,
  unusedDays: null,
  keepVersions: null,
}

beforeAll(async () => {
  app = await startTestApp()
  for (const path of ['snapshots/old', 'snapshots/new', 'releases/old', 'releases/used;stage=test'])
    await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: path })
  const longAgo = `'2020-01-01T00:00:00.000Z'`
  await writeSql(
    app,
    `update nodes set created_at = ${longAgo} where path like '%old' or path = 'releases/used'`,
  )
  const used = await app.db
    .selectFrom('nodes')
    .select('id')
    .where('path', '=', 'releases/used')
    .executeTakeFirst()
  await writeSql(
    app,
    `insert into node_stats (node_id, downloads, downloaded_at, downloaded_by) values ('${used?.id}', 1, '${new Date().toISOString()}', 'ann')`,
  )
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await app.publish('npm', 'left-pad', version)
})

afterAll(() => app.close())

const simulate = async (rule: Partial<RetentionRule>) => {
  const reply = await app.fetch('/ui/api/v1/retention/simulate', json('POST', { ...blank, ...rule }))
  expect(reply.status).toBe(200)
  const { count, files } = RetentionResult.parse(await reply.json())
  expect(files).toHaveLength(count)
  return files.map(({ path }) => path)
}

test.each<[string, Partial<RetentionRule>, string[]]>([
  ['age', { olderThanDays: 30 }, ['releases/old', 'releases/used', 'snapshots/old']],
  ['age in a part of the tree', { olderThanDays: 30, pattern: 'snapshots/**' }, ['snapshots/old']],
  ['use', { unusedDays: 30 }, ['releases/old', 'snapshots/old']],
  ['a property', { olderThanDays: 30, property: 'stage=test' }, ['releases/used']],
  ['a property of another value', { olderThanDays: 30, property: 'stage=live' }, []],
  [
    'the number of versions',
    { repositories: ['npm-local'], keepVersions: 1 },
    ['left-pad/-/left-pad-1.0.0.tgz', 'left-pad/-/left-pad-1.1.0.tgz'],
  ],
])('a simulation finds files by %s, and removes nothing', async (_by, rule, expected) => {
  expect(await simulate(rule)).toEqual(expected)
  expect(await simulate(rule)).toEqual(expected)
})

test('a rule that runs removes what its simulation named, with the versions of packages, and says so in the audit log', async () => {
  const rule = { ...blank, repositories: ['npm-local', 'generic-local'], keepVersions: 2 }
  expect((await app.fetch('/ui/api/v1/retention/tidy', json('PUT', rule))).status).toBe(200)
  expect((await app.fetch('/ui/api/v1/retention/tidy/run', { method: 'POST' })).status).toBe(202)
  await expect.poll(() => simulate(rule)).toEqual([])
  const packument: { versions: object } = JSON.parse(
    await (await app.fetch('/artifactory/api/npm/npm-local/left-pad')).text(),
  )
  expect(Object.keys(packument.versions)).toEqual(['1.1.0', '1.2.0'])
  const audited = () =>
    app.db.selectFrom('audit').select('detail').where('kind', '=', 'retention.applied').execute()
  await expect.poll(audited).toMatchObject([{ detail: expect.stringContaining('"count":1') }])
  const runs = async () => (await app.fetch('/ui/api/v1/retention/tidy/runs')).json()
  await expect
    .poll(runs)
    .toMatchObject([
      { startedBy: 'admin', finishedAt: expect.any(String), failure: null, removed: { count: 1 } },
    ])
  expect((await app.fetch('/ui/api/v1/retention/tidy', { method: 'DELETE' })).status).toBe(204)
  expect((await app.fetch('/ui/api/v1/retention/tidy/runs')).status).toBe(404)
  expect(await (await app.fetch('/ui/api/v1/retention')).json()).toEqual([])
})

test('one run of a rule at a time: who asks meanwhile is told so, and the daily run waits', async () => {
  const rule = { ...blank, name: 'turns', olderThanDays: 36_500 }
  expect((await app.fetch('/ui/api/v1/retention/turns', json('PUT', rule))).status).toBe(200)
  const run = () => app.fetch('/ui/api/v1/retention/turns/run', { method: 'POST' })
  const runs = async () => (await app.fetch('/ui/api/v1/retention/turns/runs')).json()
  const release = await runningElsewhere(app, 'apply-retention-rule:turns')
  const refused = await run()
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('The rule turns is running already.'),
  ])
  const daily = async () => {
    const job = app.db.selectFrom('jobs').select('run_after').where('kind', '=', 'apply-retention')
    return (await job.executeTakeFirst())?.run_after ?? ''
  }
  const past = '2020-01-01T00:00:00.000Z'
  await writeSql(app, `update jobs set run_after = '${past}' where kind = 'apply-retention'`)
  await expect.poll(daily).not.toBe(past)
  expect(await runs()).toEqual([])
  await release()
  expect((await run()).status).toBe(202)
  await expect
    .poll(runs)
    .toMatchObject([{ startedBy: 'admin', finishedAt: expect.any(String), failure: null }])
})

test('a rule that says nothing, or speaks of no repository, is refused; only administrators make them', async () => {
  const save = (rule: object) => app.fetch('/ui/api/v1/retention/tidy', json('PUT', rule))
  expect((await save(blank)).status).toBe(400)
  expect((await save({ ...blank, olderThanDays: 1, repositories: ['nowhere'] })).status).toBe(400)
  const ann = app.as(await app.user({ name: 'ann' }))
  expect((await ann('/ui/api/v1/retention')).status).toBe(403)
})
