import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packages, PackageDetails, VersionDetails } from '@bindery/contracts'
import { startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { json } from '../../../../../tests/support/browser.ts'
import type { Published, Send } from '../../../../../tests/support/builders/published.ts'

let app: TestApp
let published: Published

const manifest = {
  description: 'Puts books on shelves',
  license: 'Apache-2.0',
  keywords: ['books', 'shelves'],
  homepage: 'https://shelf.example.com',
  repository: { type: 'git', url: 'git+https://git.example.com/shelf.git' },
  dependencies: { 'left-pad': '^1.0.0', unknown: '*' },
  devDependencies: { 'left-pad': '1.0.0' },
}

beforeAll(async () => {
  app = await startTestApp()
  await app.closeReading()
  await app.fetch(
    '/ui/api/v1/repositories',
    json('POST', { key: 'npm-second', kind: 'local', format: 'npm' }),
  )
  await app.publish('npm', 'left-pad', '1.0.0')
  for (const version of ['1.0.0', '1.10.0', '1.2.0', '2.0.0-beta.2', '2.0.0-beta.10'])
    await app.publish('npm', '@shelf/book', version, version.includes('-') ? { tag: 'next' } : { manifest })
  published = await app.publish('npm', '@shelf/book', '2.0.0', { manifest, readme: '# Books\n' })
  await app.publish('npm', '@shelf/book', '1.9.0', { repository: 'npm-second' })
})

afterAll(() => app.close())

const book = '/ui/api/v1/packages/npm%3A%2F%2F%40shelf%2Fbook'

async function versionsOf(query = '', send: Send = app.fetch) {
  const reply = await send(`${book}/versions${query}`)
  expect(reply.status, await reply.clone().text()).toBe(200)
  return packages.versions.shape.response.parse(await reply.json())
}

const numbers = (page: { items: { version: string }[] }) => page.items.map(({ version }) => version)
const newestFirst = ['2.0.0', '2.0.0-beta.10', '2.0.0-beta.2', '1.10.0', '1.9.0', '1.2.0', '1.0.0']

describe('a package', () => {
  test('tells what its latest version says', async () => {
    const details = PackageDetails.parse(await (await app.fetch(book)).json())
    expect({
      ...details,
      publishedAt: '(time)',
      createdAt: '(time)',
      downloadsByDay: details.downloadsByDay.length,
    }).toMatchInlineSnapshot(`
      {
        "createdAt": "(time)",
        "description": "Puts books on shelves",
        "downloads": 0,
        "downloadsByDay": 30,
        "followers": 0,
        "format": "npm",
        "homepage": "https://shelf.example.com/",
        "id": "npm://@shelf/book",
        "install": [
          {
            "client": "npm",
            "command": "npm install @shelf/book@2.0.0",
          },
          {
            "client": "yarn",
            "command": "yarn add @shelf/book@2.0.0",
          },
          {
            "client": "pnpm",
            "command": "pnpm add @shelf/book@2.0.0",
          },
          {
            "client": "bun",
            "command": "bun add @shelf/book@2.0.0",
          },
        ],
        "keywords": [
          "books",
          "shelves",
        ],
        "latest": "2.0.0",
        "licence": "Apache-2.0",
        "name": "@shelf/book",
        "publishedAt": "(time)",
        "publishedBy": "admin",
        "repositories": [
          "npm-local",
          "npm-second",
        ],
        "source": "https://git.example.com/shelf",
        "tags": [
          {
            "tag": "latest",
            "version": "2.0.0",
          },
          {
            "tag": "next",
            "version": "2.0.0-beta.10",
          },
        ],
        "versions": 7,
      }
    `)
  })

  test('that does not exist, or is hidden, is answered the same', async () => {
    const ann = app.as(await app.user({ name: 'ann' }))
    for (const id of [
      'npm://absent',
      'npm://',
      'npm',
      '://',
      'cobol://left-pad',
      'generic://notes',
      'npm://left-pad/x',
    ])
      for (const path of ['', '/versions', '/versions/1.0.0']) {
        const reply = await app.fetch(`/ui/api/v1/packages/${encodeURIComponent(id)}${path}`)
        expect([id + path, reply.status]).toEqual([id + path, 404])
      }
    for (const path of [book, `${book}/versions`, `${book}/versions/2.0.0`])
      expect((await ann(path)).status).toBe(404)
  })
})

describe('versions', () => {
  test('are in the order of semantic versioning, newest first, over all repositories', async () => {
    const page = await versionsOf()
    expect(numbers(page)).toEqual(newestFirst)
    expect(page).toMatchObject({ total: 7, hasNextPage: false })
    expect(page.items[0]).toMatchObject({
      repositories: ['npm-local'],
      publishedBy: 'admin',
      licence: 'Apache-2.0',
      tags: ['latest'],
    })
    expect(page.items.find(({ version }) => version === '1.9.0')?.repositories).toEqual(['npm-second'])
  })

  test('are as many as the package says', async () => {
    const details = PackageDetails.parse(await (await app.fetch(book)).json())
    expect(details.versions).toBe(newestFirst.length)
  })

  test('without pre-releases', async () => {
    expect(numbers(await versionsOf('?ignorePreRelease=true'))).toEqual([
      '2.0.0',
      '1.10.0',
      '1.9.0',
      '1.2.0',
      '1.0.0',
    ])
  })

  test('by a part of the version', async () => {
    expect(numbers(await versionsOf('?version=beta'))).toEqual(['2.0.0-beta.10', '2.0.0-beta.2'])
    expect(numbers(await versionsOf('?version=beta&ignorePreRelease=true'))).toEqual([])
  })

  test('in pages, none left out and none twice', async () => {
    const found: string[] = []
    let after = ''
    for (;;) {
      const page = await versionsOf(`?limit=2${after && `&after=${encodeURIComponent(after)}`}`)
      found.push(...numbers(page))
      expect(page.total).toBe(7)
      if (!page.hasNextPage) break
      after = page.endCursor ?? ''
    }
    expect(found).toEqual(newestFirst)
  })

  test('go on behind a version that is gone by now, and never start over', async () => {
    expect(numbers(await versionsOf('?after=1.9.5'))).toEqual(['1.9.0', '1.2.0', '1.0.0'])
    expect(numbers(await versionsOf('?after=garbage'))).toEqual([])
  })

  test('of a repository that one may not read are not there', async () => {
    const bob = app.as(
      await app.user({ name: 'bob', grants: [{ action: 'read', repository: 'npm-second' }] }),
    )
    expect(numbers(await versionsOf('', bob))).toEqual(['1.9.0'])
    expect((await bob(`${book}/versions/2.0.0`)).status).toBe(404)
    const details = PackageDetails.parse(await (await bob(book)).json())
    expect(details).toMatchObject({ latest: '1.9.0', repositories: ['npm-second'], versions: 1 })
    expect(details.tags).toEqual([{ tag: 'latest', version: '1.9.0' }])
  })
})

describe('a version', () => {
  test('tells all there is about it, with files that can be fetched', async () => {
    const reply = await app.fetch(`${book}/versions/2.0.0`)
    const details = VersionDetails.parse(await reply.json())
    expect(details).toMatchObject({
      packageId: 'npm://@shelf/book',
      version: '2.0.0',
      description: 'Puts books on shelves',
      readme: '# Books\n',
      older: '2.0.0-beta.10',
      newer: null,
      dependencies: expect.arrayContaining([
        { name: 'left-pad', range: '^1.0.0', kind: 'runtime', packageId: 'npm://left-pad' },
        { name: 'unknown', range: '*', kind: 'runtime', packageId: null },
      ]),
    })
    expect(details.files).toHaveLength(1)
    expect(details.files[0]).toMatchObject({
      repository: 'npm-local',
      name: 'book-2.0.0.tgz',
      size: published.bytes.length,
    })
    const file = await app.fetch(details.files[0]?.url ?? '')
    expect(Buffer.from(await file.arrayBuffer()).equals(published.bytes)).toBe(true)
  })

  test('does not link to a dependency that the reader may not see', async () => {
    const carl = app.as(
      await app.user({ name: 'carl', grants: [{ action: 'read', repository: 'npm-second' }] }),
    )
    await app.publish('npm', 'linked', '1.0.0', {
      repository: 'npm-second',
      manifest: { dependencies: { 'left-pad': '*' } },
    })
    const reply = await carl('/ui/api/v1/packages/npm%3A%2F%2Flinked/versions/1.0.0')
    expect(VersionDetails.parse(await reply.json()).dependencies).toEqual([
      { name: 'left-pad', range: '*', kind: 'runtime', packageId: null },
    ])
  })

  test('that does not exist is answered 404', async () => {
    expect((await app.fetch(`${book}/versions/9.9.9`)).status).toBe(404)
  })

  test('that several repositories hold is one version with several files', async () => {
    await app.publish('npm', 'twice', '1.0.0')
    await app.publish('npm', 'twice', '1.0.0', { repository: 'npm-second' })
    const reply = await app.fetch('/ui/api/v1/packages/npm%3A%2F%2Ftwice/versions/1.0.0')
    const details = VersionDetails.parse(await reply.json())
    expect(details.repositories.toSorted()).toEqual(['npm-local', 'npm-second'])
    expect(details.files.map(({ repository }) => repository).toSorted()).toEqual(['npm-local', 'npm-second'])
  })
})

test('an old version that is copied to another repository today does not become the latest', async () => {
  await app.publish('npm', 'copied', '1.0.0')
  await app.publish('npm', 'copied', '2.0.0')
  await app.publish('npm', 'copied', '1.0.0', { repository: 'npm-second' })
  const details = PackageDetails.parse(
    await (await app.fetch('/ui/api/v1/packages/npm%3A%2F%2Fcopied')).json(),
  )
  expect(details).toMatchObject({ latest: '2.0.0', versions: 2 })
  const list = packages.list.shape.response.parse(
    await (await app.fetch('/ui/api/v1/packages?name=copied')).json(),
  )
  expect(list.items[0]).toMatchObject({ latest: '2.0.0', versions: 2 })
})

test('downloads are counted, a little later, for the day, the version and the package', async () => {
  await app.publish('npm', 'popular', '1.0.0')
  await app.publish('npm', 'popular', '1.1.0')
  const fetchTarball = (version: string) =>
    app.fetch(`/artifactory/api/npm/npm-local/popular/-/popular-${version}.tgz`)
  for (const version of ['1.0.0', '1.1.0', '1.1.0'])
    expect((await (await fetchTarball(version)).arrayBuffer()).byteLength).toBeGreaterThan(0)
  // What is no download: a look at the head, a document, a client that has it already.
  const tarball = await fetchTarball('1.0.0').then(
    async (reply) => (await reply.arrayBuffer(), reply.headers.get('etag')),
  )
  const head = await app.fetch('/artifactory/api/npm/npm-local/popular/-/popular-1.0.0.tgz', {
    method: 'HEAD',
  })
  expect(head.status).toBe(200)
  const known = await app.fetch('/artifactory/api/npm/npm-local/popular/-/popular-1.0.0.tgz', {
    headers: { 'if-none-match': tarball ?? '' },
  })
  expect(known.status).toBe(304)
  await app.fetch('/artifactory/api/npm/npm-local/popular')

  const address = '/ui/api/v1/packages/npm%3A%2F%2Fpopular'
  const details = async () => PackageDetails.parse(await (await app.fetch(address)).json())
  await expect.poll(async () => (await details()).downloads, { interval: 200 }).toBe(4)
  const { downloadsByDay } = await details()
  expect(downloadsByDay).toHaveLength(30)
  expect(downloadsByDay.at(-1)).toBe(4)
  const versions = packages.versions.shape.response.parse(
    await (await app.fetch(`${address}/versions`)).json(),
  )
  expect(versions.items.map(({ version, downloads }) => [version, downloads])).toEqual([
    ['1.1.0', 2],
    ['1.0.0', 2],
  ])
})

test('downloads of the last seconds survive a stop', async () => {
  await app.publish('npm', 'flushed', '1.0.0')
  await (await app.fetch('/artifactory/api/npm/npm-local/flushed/-/flushed-1.0.0.tgz')).arrayBuffer()
  await app.restart()
  const details = PackageDetails.parse(
    await (await app.fetch('/ui/api/v1/packages/npm%3A%2F%2Fflushed')).json(),
  )
  expect(details.downloads).toBe(1)
})
