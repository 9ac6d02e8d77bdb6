// Queries that go from one domain to another: properties and builds of what is related, and what nobody learns on the way.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { publishBuild } from '../../../../../tests/support/builders/build.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'
import { json } from '../../../../../tests/support/browser.ts'

let app: TestApp

async function find(query: string, send: Send = app.fetch): Promise<Record<string, unknown>[]> {
  const reply = await send('/artifactory/api/search/aql', { method: 'POST', body: query })
  const body = await reply.text()
  expect([query, reply.status, body]).toEqual([query, 200, expect.stringContaining('"range"')])
  return (JSON.parse(body) as { results: Record<string, unknown>[] }).results
}

const names = async (query: string, send?: Send) =>
  (await find(query, send)).map((row) => String(row['name'] ?? row['build.name']))

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['open', 'other'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'generic' }))
  for (const path of ['team/a.txt;license=MIT', 'team/b.txt;license=Apache-2.0', 'private/c.txt;license=GPL'])
    await app.fetch(`/artifactory/open/${path}`, { method: 'PUT', body: path.replace(/;.*/, '') })
  await publishBuild(app.fetch, {
    name: 'maker',
    artifacts: [{ name: 'made.txt', content: 'team/a.txt' }],
    environment: { OS: 'linux-6' },
  })
  await publishBuild(app.fetch, {
    name: 'user',
    dependencies: [{ name: 'used.txt', content: 'team/b.txt' }],
    environment: { OS: 'windows' },
  })
})

afterAll(() => app.close())

describe('several objects in one find', () => {
  test('all hold', async () => {
    expect(
      await names('items.find({"repo":"open"},{"name":{"$match":"*.txt"},"path":"team"},{"name":"b.txt"})'),
    ).toEqual(['b.txt'])
    expect(await names('items.find({"repo":"open"}, {"$or":[{"name":"a.txt"},{"name":"x"}]})')).toEqual([
      'a.txt',
    ])
  })
})

describe('properties of what is related', () => {
  test('are named by their key behind the way to them', async () => {
    const env = 'artifact.module.build.@buildInfo.env.OS'
    expect(await names(`items.find({"${env}":{"$match":"linux*"}})`)).toEqual(['a.txt'])
    expect(await names(`items.find({"${env}":"windows"})`)).toEqual([])
    expect(await names('builds.find({"module.dependency.item.@license":{"$match":"Apache-*"}})')).toEqual([
      'user',
    ])
    expect(await names('builds.find({"module.dependency.item.@license":{"$nmatch":"Apache-*"}})')).toEqual([])
    expect(await names('builds.find({"module.artifact.item.@license":{"$nmatch":"Apache-*"}})')).toEqual([
      'maker',
    ])
    expect(await names('items.find({"item.@license":"MIT"})')).toEqual(['a.txt'])
  })

  test('are shown where an include names them', async () => {
    const query = 'items.find({"name":"a.txt"}).include("name","artifact.module.build.@buildInfo.env.OS")'
    const properties = [{ key: 'buildInfo.env.OS', value: 'linux-6' }]
    expect(await find(query)).toEqual([
      { name: 'a.txt', artifacts: [{ modules: [{ builds: [{ properties }] }] }] },
    ])
    expect(await find('items.find({"name":"a.txt"}).include("@")')).toEqual([
      { properties: [{ key: 'license', value: 'MIT' }] },
    ])
  })
})

test('items are sorted by their downloads, those without any last when it goes down', async () => {
  for (const [path, times] of [
    ['team/b.txt', 3],
    ['private/c.txt', 1],
  ] as const)
    for (let time = 0; time < times; time++) await (await app.fetch(`/artifactory/open/${path}`)).text()
  await app.restart()
  const sorted = (direction: string, type: string) =>
    names(
      `items.find({"repo":"open","type":"${type}","name":{"$ne":"private"}}).include("name","stat").sort({"${direction}":["stat.downloads","name"]})`,
    )
  expect(await sorted('$desc', 'file')).toEqual(['b.txt', 'c.txt', 'a.txt'])
  expect(await sorted('$asc', 'any')).toEqual(['.', 'a.txt', 'team', 'c.txt', 'b.txt'])
  expect(await names('items.find({"repo":"open"}).sort({"$desc":["stat.downloaded"]}).limit(1)')).not.toEqual(
    ['a.txt'],
  )
})

describe('whoever may not read builds', () => {
  test('finds nothing by what they made and used', async () => {
    const cem = app.as(await app.user({ name: 'cem', grants: [{ action: 'read', repository: 'open' }] }))
    for (const criterion of [
      '"artifact.name":"made.txt"',
      '"artifact.module.name":"maker:1"',
      '"artifact.module.build.name":"maker"',
      '"dependency.name":"used.txt"',
      '"dependency.scope":"prod"',
      '"dependency.module.build.@buildInfo.env.OS":"windows"',
    ]) {
      expect([criterion, await names(`items.find({${criterion}})`)]).toEqual([
        criterion,
        [expect.any(String)],
      ])
      expect([criterion, await names(`items.find({${criterion}})`, cem)]).toEqual([criterion, []])
    }
  })
})

test('whoever may read a part of a repository finds the properties of that part by the item', async () => {
  const dan = app.as(await app.user({ name: 'dan' }))
  const include = ['team/**']
  await app.permission({ name: 'team', repositories: ['open'], include, users: { dan: ['read'] } })
  const values = async (query: string) => (await find(query, dan)).map(({ value }) => value)
  expect(await values('properties.find({"item.repo":"open"})')).toEqual(['MIT', 'Apache-2.0'])
  expect(await values('properties.find({"item.name":"c.txt"})')).toEqual([])
})
