import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packages, type PackageSummary } from '@bindery/contracts'
import type { z } from 'zod'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
const count = 250
const nameOf = (index: number) => `package-${String(index).padStart(3, '0')}`

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  for (const key of ['npm-second', 'npm-private'])
    await app.fetch('/ui/api/v1/repositories', json('POST', { key, kind: 'local', format: 'npm' }))
  // Not in the order of their names, so that the two orders differ.
  const order = Array.from({ length: count }, (_, index) => (index * 7) % count)
  for (let start = 0; start < count; start += 10)
    await Promise.all(
      order.slice(start, start + 10).map((index) => app.publish('npm', nameOf(index), '1.0.0')),
    )
  await app.publish('npm', '@shelf/both', '1.0.0', {
    manifest: { description: 'Kept in two places', license: 'MIT' },
  })
  await app.publish('npm', '@shelf/both', '2.0.0', { repository: 'npm-second' })
  await app.publish('npm', 'hidden-plans', '1.0.0', { repository: 'npm-private' })
  await app.publish('generic', 'notes', '1')
})

afterAll(() => app.close())

type ListPage = z.output<typeof packages.list.shape.response>

async function list(query: Record<string, string> = {}, send: Send = app.fetch): Promise<ListPage> {
  const reply = await send(`/ui/api/v1/packages?${new URLSearchParams(query)}`)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return packages.list.shape.response.parse(await reply.json())
}

async function listAll(query: Record<string, string>, send: Send = app.fetch): Promise<PackageSummary[]> {
  const found: PackageSummary[] = []
  let after: string | null = null
  for (let pages = 0; pages < 100; pages++) {
    const page: ListPage = await list({ ...query, ...(after !== null && { after }) }, send)
    found.push(...page.items)
    expect(page.total).toBe(count + 2)
    if (!page.hasNextPage) return found
    after = page.endCursor
  }
  throw new Error('the list never ends')
}

const namesOf = (found: { items: PackageSummary[] }) => found.items.map(({ name }) => name)

describe('paging', () => {
  const allNames = () =>
    [...Array.from({ length: count }, (_, index) => nameOf(index)), '@shelf/both', 'hidden-plans'].sort()

  test.for(['name:asc', 'name:desc', 'modified:asc', 'modified:desc'])(
    'by %s shows every package once',
    async (sort) => {
      const found = await listAll({ sort, limit: '40' })
      const names = found.map(({ name }) => name)
      expect(names.toSorted()).toEqual(allNames())
      if (sort === 'name:asc') expect(names).toEqual(allNames())
      if (sort === 'name:desc') expect(names).toEqual(allNames().toReversed())
      const times = found.map(({ publishedAt }) => publishedAt)
      if (sort === 'modified:asc') expect(times).toEqual(times.toSorted())
      if (sort === 'modified:desc') expect(times).toEqual(times.toSorted().toReversed())
    },
  )

  test('of any size gives the same list', async () => {
    const [large, odd] = [await listAll({ limit: '100' }), await listAll({ limit: '83' })]
    expect(odd).toEqual(large)
  })

  test('goes on where it stopped when packages come and go meanwhile', async () => {
    const first = await list({ limit: '100', repository: 'npm-local' })
    await app.publish('npm', 'aaa-newcomer', '1.0.0')
    const next = await list({ limit: '100', repository: 'npm-local', after: first.endCursor ?? '' })
    expect(
      await app.fetch('/artifactory/api/npm/npm-local/aaa-newcomer/-rev/1', { method: 'DELETE' }),
    ).toHaveProperty('status', 200)
    expect(namesOf(first).concat(namesOf(next))).toEqual(
      ['@shelf/both', ...allNames().filter((name) => name.startsWith('package-'))].slice(0, 200),
    )
  })

  test('with a cursor that this list did not give out is refused', async () => {
    const garbage = [
      'garbage',
      '%00',
      'W10',
      btoa('["a"]'),
      btoa('[1,2,3]'),
      btoa('{}'),
      btoa(JSON.stringify(['a\0', 'npm', 'x'])),
      '🔑',
      "' or 1=1--",
    ]
    for (const after of garbage) {
      const reply = await app.fetch(`/ui/api/v1/packages?${new URLSearchParams({ after })}`)
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ errors: [{ code: 'bad-request', field: 'after' }] })
    }
  })

  test('beyond the end is an empty page', async () => {
    const after = Buffer.from(JSON.stringify(['zzz', 'npm', '2999'])).toString('base64url')
    expect(await list({ after })).toMatchObject({ items: [], hasNextPage: false, endCursor: null })
  })

  test('with a size that is none is refused', async () => {
    for (const limit of ['0', '-1', '101', '1.5', 'many', '1e99'])
      expect((await app.fetch(`/ui/api/v1/packages?limit=${limit}`)).status).toBe(400)
  })
})

describe('an entry', () => {
  test('is one package, however many repositories hold it', async () => {
    const { items, total } = await list({ name: 'both' })
    expect(total).toBe(1)
    const [both] = items
    expect(both && { ...both, publishedAt: '(time)', downloadsByDay: both.downloadsByDay.length })
      .toMatchInlineSnapshot(`
      {
        "description": null,
        "downloads": 0,
        "downloadsByDay": 30,
        "format": "npm",
        "id": "npm://@shelf/both",
        "install": [
          {
            "client": "npm",
            "command": "npm install @shelf/both@2.0.0",
          },
          {
            "client": "yarn",
            "command": "yarn add @shelf/both@2.0.0",
          },
          {
            "client": "pnpm",
            "command": "pnpm add @shelf/both@2.0.0",
          },
          {
            "client": "bun",
            "command": "bun add @shelf/both@2.0.0",
          },
        ],
        "latest": "2.0.0",
        "licence": null,
        "name": "@shelf/both",
        "publishedAt": "(time)",
        "repositories": [
          "npm-second",
          "npm-local",
        ],
        "versions": 2,
      }
    `)
  })

  test('shows only what the reader may know of it', async () => {
    const ann = await app.user({ name: 'ann', grants: [{ action: 'read', repository: 'npm-local' }] })
    const { items, total } = await list({ name: 'both' }, app.as(ann))
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({ latest: '1.0.0', versions: 1, repositories: ['npm-local'] })
  })
})

describe('filters', () => {
  test('by a part of the name, in any case', async () => {
    expect(namesOf(await list({ name: 'AGE-00' }))).toEqual(
      Array.from({ length: 10 }, (_, index) => nameOf(index)),
    )
    expect((await list({ name: 'package-*' })).total).toBe(count)
  })

  test('by a part of the description', async () => {
    expect(namesOf(await list({ name: 'TWO places' }))).toEqual(['@shelf/both'])
    await app.publish('npm', 'described', '1.0.0', {
      manifest: { description: 'Holds 100% of under_scores' },
    })
    try {
      expect(namesOf(await list({ name: '100% OF' }))).toEqual(['described'])
      expect(namesOf(await list({ name: 'under_s' }))).toEqual(['described'])
      // Neither is a wildcard.
      expect((await list({ name: 'p%e-1' })).total).toBe(0)
      expect((await list({ name: 'package_1' })).total).toBe(0)
    } finally {
      await app.fetch('/artifactory/api/npm/npm-local/described/-rev/1', { method: 'DELETE' })
    }
  })

  test('by format and by repository', async () => {
    expect((await list({ format: 'npm' })).total).toBe(count + 2)
    expect((await list({ format: 'cobol' })).total).toBe(0)
    expect(namesOf(await list({ repository: 'npm-second' }))).toEqual(['@shelf/both'])
    expect((await list({ repository: 'no-such' })).total).toBe(0)
  })

  test('with hostile words find nothing and break nothing', async () => {
    for (const name of [
      `' OR 1=1--`,
      '"; drop table packages',
      '\\',
      '%',
      '_',
      '$$',
      '{{7*7}}',
      'a\u{1F511}',
    ])
      expect((await list({ name })).items).toEqual([])
    expect((await list()).total).toBe(count + 2)
  })
})

describe('a reader without the right', () => {
  test('finds no trace of a repository: not in lists, totals, counts or by its key', async () => {
    const bob = app.as(
      await app.user({ name: 'bob', grants: [{ action: 'read', repository: 'npm-second' }] }),
    )
    expect(await list({}, bob)).toMatchObject({ total: 1 })
    expect(await list({ name: 'hidden' }, bob)).toMatchObject({ items: [], total: 0 })
    expect(await list({ repository: 'npm-private' }, bob)).toEqual(await list({ repository: 'no-such' }, bob))
    expect(await (await bob('/ui/api/v1/packages-by-format')).json()).toEqual([
      { format: 'npm', packages: 1 },
    ])
  })

  test('of anything finds nothing, and anonymous is refused', async () => {
    const eve = app.as(await app.user({ name: 'eve' }))
    expect(await list({}, eve)).toEqual({ items: [], total: 0, hasNextPage: false, endCursor: null })
    expect(await (await eve('/ui/api/v1/packages-by-format')).json()).toEqual([])
    expect((await app.anonymous('/ui/api/v1/packages')).status).toBe(401)
    expect((await app.anonymous('/ui/api/v1/packages-by-format')).status).toBe(401)
  })
})

test('packages are counted by format, each once', async () => {
  expect(await (await app.fetch('/ui/api/v1/packages-by-format')).json()).toEqual([
    { format: 'npm', packages: count + 2 },
  ])
})
