import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp

const put = async (path: string, content = path) => {
  const reply = await app.fetch(`/artifactory/generic-local/${path}`, { method: 'PUT', body: content })
  expect(reply.status).toBe(201)
}

const ask = (query: string, send: Send = app.fetch) =>
  send('/artifactory/api/search/aql', { method: 'POST', body: query })

async function find(query: string, send?: Send): Promise<Record<string, unknown>[]> {
  const reply = await ask(query, send)
  const body = await reply.text()
  expect([reply.status, body]).toEqual([200, expect.stringContaining('"range"')])
  return (JSON.parse(body) as { results: Record<string, unknown>[] }).results
}

/** Where they are, in order. */
const paths = async (query: string, send?: Send) =>
  (await find(query, send)).map(({ path, name }) => `${String(path)}/${String(name)}`).toSorted()

beforeAll(async () => {
  app = await startTestApp()
  await put('root.txt')
  await put('a/one.txt;colour=red;size=1')
  await put('a/two.txt;colour=red,blue')
  await put('a/b/three.jar;colour=green')
  await put('a/b/[four].jar')
  await put('A/One.txt')
  await put('c/d/e/five%25_.zip', 'same bytes')
  await put('c/copy.zip', 'same bytes')
})

afterAll(() => app.close())

describe('items', () => {
  test('are files with the usual fields, unless the query says otherwise', async () => {
    const [item] = await find('items.find({"name":"root.txt"})')
    expect(item).toEqual({
      repo: 'generic-local',
      path: '.',
      name: 'root.txt',
      type: 'file',
      size: 8,
      created: expect.stringMatching(/Z$/),
      created_by: 'admin',
      modified: expect.stringMatching(/Z$/),
      modified_by: 'admin',
      updated: expect.stringMatching(/Z$/),
    })
    expect(await paths('items.find({"type":"folder","name":{"$ne":"."}})')).toEqual([
      './A',
      './a',
      './c',
      'a/b',
      'c/d',
      'c/d/e',
    ])
    expect(await paths('items.find({"type":"any","path":".","repo":"generic-local"})')).toEqual([
      './.',
      './A',
      './a',
      './c',
      './root.txt',
    ])
    expect(await find('items.find({"name":"five%_.zip"}).include("depth","name")')).toEqual([
      { depth: 4, name: 'five%_.zip' },
    ])
  })

  test.each([
    ['{"path":"."}', ['./root.txt']],
    ['{"path":{"$match":"*"}}', 8],
    ['{"path":{"$match":"a*"}}', ['a/b/[four].jar', 'a/b/three.jar', 'a/one.txt', 'a/two.txt']],
    ['{"path":{"$match":"?"}}', ['./root.txt', 'A/One.txt', 'a/one.txt', 'a/two.txt', 'c/copy.zip']],
    ['{"path":{"$nmatch":"?"}}', ['a/b/[four].jar', 'a/b/three.jar', 'c/d/e/five%_.zip']],
    ['{"path":{"$ne":"."},"name":{"$match":"r*"}}', []],
    ['{"name":{"$match":"[four]*"}}', ['a/b/[four].jar']],
    ['{"name":{"$match":"*%_*"}}', ['c/d/e/five%_.zip']],
    ['{"name":{"$match":"one*"}}', ['a/one.txt']],
    ['{"name":{"$eqic":"ONE.txt"}}', ['A/One.txt', 'a/one.txt']],
    ['{"name":{"$matchic":"ONE*"}}', ['A/One.txt', 'a/one.txt']],
    ['{"@colour":"red"}', ['a/one.txt', 'a/two.txt']],
    ['{"@colour":{"$match":"*"}}', ['a/b/three.jar', 'a/one.txt', 'a/two.txt']],
    ['{"@*":{"$match":"*e*"}}', ['a/b/three.jar', 'a/one.txt', 'a/two.txt']],
    ['{"@colour":"red","@colour":"blue"}', ['a/two.txt']],
    ['{"@colour":{"$ne":"red"},"path":{"$match":"a*"}}', ['a/b/[four].jar', 'a/b/three.jar']],
    ['{"@colour":{"$nmatch":"b*"},"path":"a"}', ['a/one.txt']],
    ['{"$msp":[{"@colour":{"$match":"*"},"@colour":{"$ne":"red"}}]}', ['a/b/three.jar', 'a/two.txt']],
    ['{"property.key":"colour","property.value":"blue"}', ['a/two.txt']],
    ['{"$or":[{"@colour":"blue"},{"@colour":"green"}]}', ['a/b/three.jar', 'a/two.txt']],
    ['{"$or":[{"name":"one.txt","@colour":"green"}]}', ['a/b/three.jar', 'a/one.txt']],
    ['{"$or":[],"name":"one.txt"}', ['a/one.txt']],
    ['{"$or":[{"path":{"$nmatch":"a"},"name":{"$nmatch":"o*"}}],"path":{"$match":"a"}}', ['a/two.txt']],
    ['{"$or":[{"$and":[{"path":"a","name":"one.txt"}]},{"$and":[{"path":"c","name":"*"}]}]}', ['a/one.txt']],
    ['{"size":{"$gt":9,"$lt":11}}', ['c/copy.zip', 'c/d/e/five%_.zip']],
    ['{"created":{"$last":"1d"},"name":"one.txt"}', ['a/one.txt']],
    ['{"created":{"$before":"1d"}}', []],
    ['{"depth":{"$gte":"3"}}', ['a/b/[four].jar', 'a/b/three.jar', 'c/d/e/five%_.zip']],
    ['{"repo":{"$match":"gen*"},"name":"two.txt"}', ['a/two.txt']],
    ['{"repo":{"$nmatch":"gen*"}}', []],
    ['{"repo":"absent"}', []],
    ['{"stat.downloads":null,"path":"c"}', ['c/copy.zip']],
    ['{"release_artifact.release.name":"x","release_artifact.release.version":"1"}', []],
  ])('%s', async (where, expected) => {
    const found = await paths(`items.find(${where})`)
    expect(typeof expected === 'number' ? found.length : found).toEqual(expected)
  })

  test('with the same bytes are found by each of their checksums', async () => {
    const [item] = await find('items.find({"name":"copy.zip"}).include("sha256","actual_sha1","actual_md5")')
    for (const [field, sum] of Object.entries(item ?? {}))
      expect(await paths(`items.find({"${field}":"${String(sum)}"})`)).toEqual([
        'c/copy.zip',
        'c/d/e/five%_.zip',
      ])
    expect(Object.keys(item ?? {})).toHaveLength(3)
  })

  test('show what is included, and properties do not multiply them', async () => {
    const query = 'items.find({"path":"a"}).include("name","property").sort({"$asc":["name"]})'
    expect(await find(query)).toEqual([
      {
        name: 'one.txt',
        properties: [
          { key: 'colour', value: 'red' },
          { key: 'size', value: '1' },
        ],
      },
      {
        name: 'two.txt',
        properties: [
          { key: 'colour', value: 'blue' },
          { key: 'colour', value: 'red' },
        ],
      },
    ])
    expect(await find('items.find({"name":"one.txt"}).include("name","@size")')).toEqual([
      { name: 'one.txt', properties: [{ key: 'size', value: '1' }] },
    ])
  })

  test('are sorted, skipped and limited, in any order of the clauses', async () => {
    const reply = await ask(
      'items.find( {"path" : {"$match":"a*"}} )\n  .limit(2).transitive() .offset(1).include("name").distinct(false).sort({"$desc" : ["name"]})',
    )
    expect(await reply.json()).toEqual({
      results: [{ name: 'three.jar' }, { name: 'one.txt' }],
      range: { start_pos: 1, end_pos: 3, total: 2, limit: 2 },
    })
  })
})
