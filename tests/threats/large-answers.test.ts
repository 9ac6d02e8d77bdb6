// Row B07 of the threat table: pages of any size, and answers as large as what is stored. The full size is measured by
// bench/search/large.ts.
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { publishBuild } from '../support/builders/build.ts'
import { copyFile } from '../support/many-files.ts'
import { makeRepository } from '../support/repositories.ts'
import { writeSql } from '../support/sql.ts'
import { apiRoutes, fill } from '../routes/routes.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['many', 'same']) await makeRepository(app, key, 'local')
})

afterEach(async () => {
  expect((await app.anonymous('/artifactory/api/system/ping')).status).toBe(200)
})

afterAll(() => app.close())

const put = async (path: string, body: string) =>
  expect((await app.fetch(`/artifactory/${path}`, { method: 'PUT', body })).status).toBe(201)

const query = (body: string, send = app.fetch) =>
  send('/artifactory/api/search/aql', { method: 'POST', body })

describe('B07: the size of a page', () => {
  const sizes = ['999999999999', '-1', '1e9', '0', 'NaN']

  test('is limited by every call that has one', async () => {
    const paged = (await apiRoutes()).filter(
      ({ endpoint: { method, shape } }) => method === 'GET' && 'limit' in (shape.query?.shape ?? {}),
    )
    expect(paged.length).toBeGreaterThan(15)
    for (const { name, endpoint } of paged)
      for (const size of sizes) {
        const refused = endpoint.shape.query?.safeParse({ limit: size }).error?.issues ?? []
        expect([name, size, refused.map(({ path }) => path[0])]).toEqual([
          name,
          size,
          expect.arrayContaining(['limit']),
        ])
        const reply = await app.fetch(`${fill(endpoint.path)}?limit=${size}`)
        expect([name, size, reply.status]).toEqual([name, size, 400])
      }
  })

  test('of a query may be any number that is none too many, and is what was asked for at most', async () => {
    await put('many/one.txt', 'one')
    for (const size of ['1000000000', '999999999999', '9007199254740991']) {
      const reply = await query(`items.find({"repo":"many"}).limit(${size})`)
      expect(await reply.json()).toMatchObject({ range: { total: 1, limit: Number(size) } })
    }
    for (const size of ['-1', '1.5', '1e300', 'NaN', '"1"'])
      expect([size, (await query(`items.find().limit(${size})`)).status]).toEqual([size, 400])
  })

  test('of lists of formats that are not there is nothing', async () => {
    for (const path of ['/v2/_catalog?n=999999999999', '/v2/_catalog?n=-1', '/v2/x/tags/list?n=0'])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404])
  })
})

describe('B07: an answer with everything', () => {
  const count = 20_000
  /** So long that what lies between the two ends of a connection is a small part of the answer. */
  const long = 'n'.repeat(150)
  const value = 'v'.repeat(1000)

  beforeAll(async () => {
    await put('many/seed.txt', 'seed')
    await writeSql(
      app,
      `insert into nodes (id, repository_id, path, parent, name, kind, sha256, size, mime_type, created_at, created_by, modified_at, modified_by)
       with recursive n(i) as (select 100000 union all select i + 1 from n where i < ${99_999 + count})
       select 'large' || i, repository_id, 'large/${long}' || i, 'large', '${long}' || i, kind, sha256, size, mime_type, created_at,
         created_by, modified_at, modified_by from nodes, n where path = 'seed.txt'`,
    )
    await writeSql(
      app,
      `insert into properties (node_id, key, value, repository_id)
       select id, 'colour', '${value}', repository_id from nodes where parent = 'large'`,
    )
  })

  /** Of the last ones, while the answer waits for its reader. */
  const paint = (colour: string) =>
    writeSql(app, `update properties set value = '${colour}' where node_id = 'large${99_999 + count}'`)
  const touch = (moment: string) =>
    writeSql(app, `update nodes set modified_at = '${moment}' where id = 'large${99_999 + count}'`)

  const aql = (rest: string) =>
    `POST /artifactory/api/search/aql HTTP/1.1\r\nhost: x\r\ncontent-length: ${rest.length}`

  const all = 'items.find({"repo":"many","path":"large"}).include("name","property").limit(1000000000)'
  const sorted = all.replace('.limit', '.sort({"$asc":["size","name"]}).limit')
  const answers: [string, string, string, (mark: string) => Promise<void>][] = [
    ['of a query', aql(all), all, paint],
    ['of a sorted query', aql(sorted), sorted, paint],
    [
      'of a list',
      'GET /artifactory/api/storage/many?list&deep=1 HTTP/1.1\r\nhost: x',
      '',
      (mark) => touch(`2031-01-01T00:00:00.000Z${mark}`),
    ],
  ]

  test.each(answers)('%s is made while it is read', async (what, head, body, change) => {
    // What is written after the beginning was read shows at the end: it was not made before.
    const { text } = await readWithPause(head, body, () => change(`changed by the test ${what}`))
    expect(text.split(long)).toHaveLength(count + 1)
    expect(text).toContain(`changed by the test ${what}`)
  })

  test('of a search with an address of its own has ten thousand at most, and is made while it is read', async () => {
    const head = `GET /artifactory/api/search/artifact?name=*&repos=many HTTP/1.1\r\nhost: x\r\nx-result-detail: info, properties`
    // Which are the ten thousand is not said, so all of them change.
    const { text } = await readWithPause(head, '', () =>
      writeSql(app, `update properties set value = '${'p'.repeat(1000)}' where key = 'colour'`),
    )
    const { results } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      results: { properties: { colour?: string[] } }[]
    }
    expect(results).toHaveLength(10_000)
    const painted = results.filter(({ properties }) => properties.colour?.[0]?.startsWith('p'))
    expect(painted.length).toBeGreaterThan(0)
    expect(painted.length).toBeLessThan(10_000)
  })

  /** Reads the beginning, does something, and goes on. */
  async function readWithPause(head: string, body: string, act: () => Promise<unknown>) {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    const rest = `authorization: ${basic(app.admin)}\r\nconnection: close\r\n\r\n${body}`
    socket.write(`${head}\r\n${rest}`)
    const chunks: Buffer[] = []
    let isPaused = false
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if (isPaused) continue
      isPaused = true
      await act()
    }
    // Without the lengths between the pieces.
    const text = Buffer.concat(chunks)
      .toString()
      .replaceAll(/\r\n[\da-f]+\r\n/g, '')
    return { text }
  }
})

describe('B07: what is included of related rows', () => {
  const copies = 400

  beforeAll(async () => {
    await put('same/made.txt', 'the same bytes')
    await put('same/once.txt', 'other bytes')
    await publishBuild(app.fetch, {
      name: 'maker',
      artifacts: [
        { name: 'made.txt', content: 'the same bytes', repository: 'same', path: 'made.txt' },
        { name: 'once.txt', content: 'other bytes', repository: 'same', path: 'once.txt' },
      ],
    })
    await copyFile(app, 'made.txt', 'copies', copies - 1)
  })

  test('is whole, however often it is shown', async () => {
    const reply = await query('items.find({"repo":"same"}).include("name","artifact.item.name")')
    const { results } = (await reply.json()) as { results: { artifacts: { items: unknown[] }[] }[] }
    const shown = results.map(({ artifacts }) => artifacts.flatMap(({ items }) => items).length)
    expect(shown.toSorted((a, b) => a - b)).toEqual([1, ...Array.from({ length: copies }, () => copies)])
  })

  test('is refused where one result would have more than there is room for', async () => {
    // Each of 400 shows each of 400.
    const reply = await query('items.find({"name":"made.txt"}).include("artifact.item.artifact.item.name")')
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('related rows')
    const once = await query('items.find({"name":"once.txt"}).include("artifact.item.artifact.item.name")')
    expect(await once.json()).toMatchObject({ range: { total: 1 } })
  })

  test('leads neither far nor everywhere', async () => {
    const far = `${'artifact.item.'.repeat(20)}name`
    for (const text of [`items.find().include("${far}")`, `items.find({"${far}":"x"})`]) {
      const reply = await query(text)
      expect(reply.status).toBe(400)
      expect(await reply.text()).toContain('at most 10 words')
    }
    const words = ['artifact.item', 'dependency.item', 'archive.item']
    const many = words.flatMap((a) => words.flatMap((b) => words.map((c) => `"${a}.${b}.${c}.name"`)))
    const reply = await query(`items.find().include(${many.join()})`)
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('more than 50 other domains')
  })

  test('F06: is nothing of builds that one may not read', async () => {
    const spy = await app.user({ name: 'no-builds', grants: [{ action: 'read', repository: 'same' }] })
    const reply = await query(
      'items.find({"name":"made.txt"}).include("name","artifact.*","artifact.module.*","artifact.module.build.*")',
      app.as(spy),
    )
    expect(((await reply.json()) as { results: unknown[] }).results).toEqual([{ name: 'made.txt' }])
  })
})
