// Lists of builds and of runs that are longer than what is read at once.
import { BuildSummary, pageOf } from '@bindery/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { publishBuild } from '../../../../../tests/support/builders/build.ts'
import { writeSql } from '../../../../../tests/support/sql.ts'

let app: TestApp

const count = 1_201

/** Copies of the one that was published, faster than they could be sent. */
async function copyBuild(name: string, number: string, started: string): Promise<void> {
  const numbers = `with recursive n(i) as (select 10000 union all select i + 1 from n where i < ${9_999 + count})`
  const id = `'${name.replaceAll("'", '')}' || i`
  await writeSql(
    app,
    `insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by)
     ${numbers} select ${id}, repository_id, path || ${id}, parent, name || ${id}, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by
     from nodes, n where path like 'seed/1-%.json'`,
  )
  await writeSql(
    app,
    `insert into builds (id, repository_id, node_id, sha256, name, number, started, project_key, url, agent, principal, duration_ms, revision, branch,
       artifact_count, dependency_count, status, created_at, created_by, modified_at, modified_by)
     ${numbers} select ${id}, repository_id, ${id}, sha256, ${name}, ${number}, ${started}, project_key, url, agent, principal, duration_ms, revision,
       branch, artifact_count, dependency_count, status, created_at, created_by, modified_at, modified_by
     from builds, n where name = 'seed'`,
  )
}

beforeAll(async () => {
  app = await startTestApp()
  await publishBuild(app.fetch, { name: 'seed' })
  await copyBuild(`'team-' || i`, `'1'`, 'started')
  // Many at one moment, so that a page ends between them.
  await copyBuild(
    `'nightly'`,
    `'' || i`,
    `case when i % 700 = 0 then '2025-01-01T00:00:00.000Z' else started end`,
  )
})

afterAll(() => app.close())

const read = async (path: string) => (await app.fetch(`/artifactory/api/build${path}`)).json()

test('every name is listed once', async () => {
  const { builds } = (await read('')) as { builds: { uri: string; lastStarted: string }[] }
  const teams = Array.from({ length: count }, (_, index) => `/team-${10_000 + index}`)
  expect(builds.map(({ uri }) => uri)).toEqual(['/nightly', '/seed', ...teams])
  expect(new Set(builds.map(({ lastStarted }) => lastStarted))).toEqual(
    new Set(['2026-01-02T03:04:05.678+0000']),
  )
})

test('every run is listed once, the newest first', async () => {
  const { buildsNumbers } = (await read('/nightly')) as { buildsNumbers: { uri: string; started: string }[] }
  expect(new Set(buildsNumbers.map(({ uri }) => uri)).size).toBe(count)
  expect(buildsNumbers).toHaveLength(count)
  const moments = buildsNumbers.map(({ started }) => started)
  expect(moments).toEqual(moments.toSorted().toReversed())
})

test('the pages of the list have every build once, with the number of its runs', async () => {
  const found: { name: string; runs: number }[] = []
  for (let after = '', more = true; more;) {
    const reply = await app.fetch(`/ui/api/v1/builds?limit=100${after}`)
    const page = pageOf(BuildSummary).parse(await reply.json())
    expect(page.total).toBe(count + 2)
    found.push(...page.items)
    after = `&after=${encodeURIComponent(page.endCursor ?? '')}`
    more = page.hasNextPage
  }
  expect(new Set(found.map(({ name }) => name)).size).toBe(count + 2)
  expect(found).toHaveLength(count + 2)
  expect(found.find(({ name }) => name === 'nightly')?.runs).toBe(count)
})
