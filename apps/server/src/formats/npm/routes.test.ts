// What clients read: packuments, versions, tarballs, search. Publishing is in publish-routes.test.ts.
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { basic, startTestApp, type TestApp } from '../../../../../tests/support/app.ts'
import { npmPublishBody, npmTarball } from '../../../../../tests/support/builders/npm.ts'
import { rawRequest } from '../../../../../tests/support/raw.ts'
import { formatSuite } from '../../registry/format.suite.ts'

const base = '/artifactory/api/npm/npm-local/'
const abbreviated = 'application/vnd.npm.install-v1+json'

const Refusal = z.object({ error: z.string(), code: z.string(), requestId: z.string() })

formatSuite({
  format: 'npm',
  repository: 'npm-local',
  base: (repository) => `/artifactory/api/npm/${repository}/`,
  file: (name, version) => `${name}/-/${name}-${version}.tgz`,
  documents: (name, version) => [
    name,
    `${name}/${version}`,
    `-/package/${name}/dist-tags`,
    `-/v1/search?text=${name}`,
  ],
  absent: [
    'nothing',
    '@scope%2fnothing',
    '@scope/nothing',
    'suite/9.9.9',
    'suite/-/suite-9.9.9.tgz',
    '-/package/nothing/dist-tags',
    'a/b/c/d/e/f',
  ],
  async write(name) {
    const body = JSON.stringify(npmPublishBody(name, '1.0.0', await npmTarball(name, '1.0.0')))
    return { path: name, method: 'PUT', headers: { 'content-type': 'application/json' }, body }
  },
  sentenceOf: (body) => Refusal.parse(body).error,
})

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = {}) => app.fetch(base + path, { headers })

const read = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).json()

describe('a packument', () => {
  const manifest = {
    description: 'Pads on the left',
    license: 'MIT',
    keywords: ['pad', 'left'],
    author: 'Ann <ann@example.org>',
    repository: 'github:ann/whole',
    homepage: 'https://example.org/whole',
    dependencies: { other: '^1.0.0' },
    devDependencies: { tool: '1' },
    bin: './cli.js',
    engines: { node: '>=20' },
    scripts: { postinstall: 'node setup.js' },
  }

  beforeAll(async () => {
    await app.publish('npm', 'whole', '1.0.0', { manifest })
    await app.publish('npm', 'whole', '1.1.0-beta.1', { tag: 'beta', manifest })
  })

  test('in full has everything that the tarballs say', async () => {
    const reply = await get('whole', { 'accept-encoding': 'identity' })
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(steady(await reply.text())).toMatchInlineSnapshot(`
      "{
        "_id": "whole",
        "_rev": "REVISION",
        "name": "whole",
        "description": "Pads on the left",
        "license": "MIT",
        "repository": {
          "type": "git",
          "url": "git+https://github.com/ann/whole.git"
        },
        "homepage": "https://example.org/whole",
        "keywords": [
          "pad",
          "left"
        ],
        "author": {
          "name": "Ann",
          "email": "ann@example.org"
        },
        "dist-tags": {
          "beta": "1.1.0-beta.1",
          "latest": "1.0.0"
        },
        "versions": {
          "1.0.0": {
            "name": "whole",
            "version": "1.0.0",
            "main": "index.js",
            "description": "Pads on the left",
            "license": "MIT",
            "keywords": [
              "pad",
              "left"
            ],
            "author": {
              "name": "Ann",
              "email": "ann@example.org"
            },
            "repository": {
              "type": "git",
              "url": "git+https://github.com/ann/whole.git"
            },
            "homepage": "https://example.org/whole",
            "dependencies": {
              "other": "^1.0.0"
            },
            "devDependencies": {
              "tool": "1"
            },
            "bin": {
              "whole": "cli.js"
            },
            "engines": {
              "node": ">=20"
            },
            "scripts": {
              "postinstall": "node setup.js"
            },
            "_id": "whole@1.0.0",
            "_hasShrinkwrap": false,
            "hasInstallScript": true,
            "dist": {
              "integrity": "INTEGRITY",
              "shasum": "SHASUM",
              "tarball": "http://bindery/artifactory/api/npm/npm-local/whole/-/whole-1.0.0.tgz",
              "fileCount": 3,
              "unpackedSize": 526
            }
          },
          "1.1.0-beta.1": {
            "name": "whole",
            "version": "1.1.0-beta.1",
            "main": "index.js",
            "description": "Pads on the left",
            "license": "MIT",
            "keywords": [
              "pad",
              "left"
            ],
            "author": {
              "name": "Ann",
              "email": "ann@example.org"
            },
            "repository": {
              "type": "git",
              "url": "git+https://github.com/ann/whole.git"
            },
            "homepage": "https://example.org/whole",
            "dependencies": {
              "other": "^1.0.0"
            },
            "devDependencies": {
              "tool": "1"
            },
            "bin": {
              "whole": "cli.js"
            },
            "engines": {
              "node": ">=20"
            },
            "scripts": {
              "postinstall": "node setup.js"
            },
            "_id": "whole@1.1.0-beta.1",
            "_hasShrinkwrap": false,
            "hasInstallScript": true,
            "dist": {
              "integrity": "INTEGRITY",
              "shasum": "SHASUM",
              "tarball": "http://bindery/artifactory/api/npm/npm-local/whole/-/whole-1.1.0-beta.1.tgz",
              "fileCount": 3,
              "unpackedSize": 540
            }
          }
        },
        "time": {
          "created": "TIME",
          "modified": "TIME",
          "1.0.0": "TIME",
          "1.1.0-beta.1": "TIME"
        },
        "maintainers": [],
        "readme": "# whole\\n"
      }"
    `)
  })

  test('for installing has less', async () => {
    const reply = await get('whole', { accept: `${abbreviated}; q=1.0, application/json; q=0.8, */*` })
    expect(reply.headers.get('content-type')).toBe(abbreviated)
    expect(steady(await reply.text())).toMatchInlineSnapshot(`
      "{
        "name": "whole",
        "modified": "TIME",
        "dist-tags": {
          "beta": "1.1.0-beta.1",
          "latest": "1.0.0"
        },
        "versions": {
          "1.0.0": {
            "name": "whole",
            "version": "1.0.0",
            "dependencies": {
              "other": "^1.0.0"
            },
            "devDependencies": {
              "tool": "1"
            },
            "bin": {
              "whole": "cli.js"
            },
            "engines": {
              "node": ">=20"
            },
            "hasInstallScript": true,
            "_hasShrinkwrap": false,
            "dist": {
              "integrity": "INTEGRITY",
              "shasum": "SHASUM",
              "tarball": "http://bindery/artifactory/api/npm/npm-local/whole/-/whole-1.0.0.tgz",
              "fileCount": 3,
              "unpackedSize": 526
            }
          },
          "1.1.0-beta.1": {
            "name": "whole",
            "version": "1.1.0-beta.1",
            "dependencies": {
              "other": "^1.0.0"
            },
            "devDependencies": {
              "tool": "1"
            },
            "bin": {
              "whole": "cli.js"
            },
            "engines": {
              "node": ">=20"
            },
            "hasInstallScript": true,
            "_hasShrinkwrap": false,
            "dist": {
              "integrity": "INTEGRITY",
              "shasum": "SHASUM",
              "tarball": "http://bindery/artifactory/api/npm/npm-local/whole/-/whole-1.1.0-beta.1.tgz",
              "fileCount": 3,
              "unpackedSize": 540
            }
          }
        },
        "time": {
          "created": "TIME",
          "modified": "TIME",
          "1.0.0": "TIME",
          "1.1.0-beta.1": "TIME"
        }
      }"
    `)
  })

  test('has a tag, and is not sent again to whoever has it', async () => {
    const forms = [
      {},
      { accept: abbreviated },
      { 'accept-encoding': 'gzip' },
      { 'accept-encoding': 'identity' },
    ]
    const tags = new Set<string>()
    for (const form of forms) {
      const first = await get('whole', form)
      const etag = first.headers.get('etag') ?? ''
      tags.add(etag)
      expect(first.headers.get('vary')).toBe('accept, accept-encoding')
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
      const again = await get('whole', { ...form, 'if-none-match': etag })
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
      expect((await get('whole', { ...form, 'if-none-match': '"other"' })).status).toBe(200)
    }
    // Full and abbreviated, each plain and compressed; fetch asks for compression by itself.
    expect(tags.size).toBe(3)
  })

  test('is compressed when that is worth it and wanted', async () => {
    const raw = (coding: string) =>
      rawRequest(app.url, `GET ${base}whole`, { authorization: basic(app.admin), 'accept-encoding': coding })
    for (const coding of ['gzip', 'br, gzip;q=0.5', '*', 'deflate, gzip'])
      expect((await raw(coding)).head).toMatch(/content-encoding: gzip/i)
    for (const coding of ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzip'])
      expect((await raw(coding)).head).not.toMatch(/content-encoding/i)
    const packed = await raw('gzip')
    const plain = await raw('identity')
    expect(gunzipSync(Buffer.from(packed.body, 'latin1')).toString('latin1')).toBe(plain.body)
    expect(Number(/content-length: (\d+)/i.exec(packed.head)?.[1])).toBe(packed.body.length)
  })

  test('of a scoped package is found with the slash plain, as %2f and as %2F', async () => {
    await app.publish('npm', '@shelf/book', '1.0.0')
    for (const path of ['@shelf/book', '@shelf%2fbook', '@shelf%2Fbook', '%40shelf%2fbook'])
      expect(await read(path)).toMatchObject({ _id: '@shelf/book', 'dist-tags': { latest: '1.0.0' } })
  })

  test('tells the digests of the tarball', async () => {
    const { bytes } = await app.publish('npm', 'digested', '1.0.0')
    const dist = {
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
    }
    expect(await read('digested/1.0.0')).toMatchObject({ dist })
  })

  test('names tarballs by the address that the client used', async () => {
    const Dist = z.object({
      versions: z.object({ '1.0.0': z.object({ dist: z.object({ tarball: z.string() }) }) }),
    })
    const { versions } = Dist.parse(await read('whole'))
    expect(versions['1.0.0'].dist.tarball).toBe(`${app.url}${base}whole/-/whole-1.0.0.tgz`)
  })

  test('lists versions in their order and tells when each came', async () => {
    for (const version of ['2.0.0', '10.0.0', '2.0.0-rc.1', '1.10.0', '1.9.0'])
      await app.publish('npm', 'ordered', version)
    const Times = z.object({
      versions: z.record(z.string(), z.unknown()),
      time: z.record(z.string(), z.iso.datetime()),
    })
    const { versions, time } = Times.parse(await read('ordered'))
    expect(Object.keys(versions)).toEqual(['1.9.0', '1.10.0', '2.0.0-rc.1', '2.0.0', '10.0.0'])
    expect(Object.keys(time)).toEqual(['created', 'modified', ...Object.keys(versions)])
    expect(time['created']).toBe(time['2.0.0'])
    expect(time['modified']).toBe(time['1.9.0'])
  })
})

describe('one version', () => {
  beforeAll(async () => {
    await app.publish('npm', '@one/version', '1.0.0')
    await app.publish('npm', '@one/version', '2.0.0', { tag: 'next' })
  })

  test('is found by its number and by its tags', async () => {
    const found = async (path: string) => z.object({ version: z.string() }).parse(await read(path)).version
    for (const scope of ['@one/version', '@one%2fversion']) {
      expect(await found(`${scope}/1.0.0`)).toBe('1.0.0')
      expect(await found(`${scope}/latest`)).toBe('1.0.0')
      expect(await found(`${scope}/next`)).toBe('2.0.0')
    }
    expect((await get('@one/version/3.0.0')).status).toBe(404)
    expect((await get('@one/version/constructor')).status).toBe(404)
  })

  test('is what the packument says about it', async () => {
    const Packument = z.object({ versions: z.record(z.string(), z.unknown()) })
    const { versions } = Packument.parse(await read('@one/version'))
    expect(await read('@one/version/2.0.0')).toEqual(versions['2.0.0'])
  })
})

describe('a tarball', () => {
  test('is found under both addresses of a scoped package', async () => {
    const { bytes } = await app.publish('npm', '@both/ways', '1.0.0')
    const paths = [
      '@both/ways/-/ways-1.0.0.tgz',
      '@both/ways/-/@both/ways-1.0.0.tgz',
      '@both%2fways/-/ways-1.0.0.tgz',
    ]
    for (const path of paths) {
      const reply = await get(path)
      expect(reply.headers.get('content-type')).toBe('application/x-gzip')
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect((await get('@both/ways/-/@other/ways-1.0.0.tgz')).status).toBe(404)
  })

  test('counts as a download, a question whether it is there does not', async () => {
    await app.publish('npm', 'counted', '1.0.0')
    for (let round = 0; round < 3; round++) await (await get('counted/-/counted-1.0.0.tgz')).arrayBuffer()
    await app.fetch(`${base}counted/-/counted-1.0.0.tgz`, { method: 'HEAD' })
    await get('counted')
    await app.restart()
    const rows = await app.db
      .selectFrom('downloads')
      .innerJoin('packages', 'packages.id', 'downloads.package_id')
      .select('count')
      .where('name', '=', 'counted')
      .execute()
    expect(rows).toEqual([{ count: 3 }])
  })
})

describe('search', () => {
  beforeAll(async () => {
    for (const name of ['search-alpha', 'search-beta', '@search/gamma'])
      await app.publish('npm', name, '1.0.0', { manifest: { description: `Finds 100% of ${name}` } })
  })

  test('finds by name and description, and shows the latest version', async () => {
    expect(steady(await (await get('-/v1/search?text=search-alpha')).text())).toMatchInlineSnapshot(`
      "{
        "objects": [
          {
            "package": {
              "name": "search-alpha",
              "version": "1.0.0",
              "description": "Finds 100% of search-alpha",
              "keywords": [],
              "date": "TIME",
              "links": {},
              "publisher": {},
              "maintainers": []
            },
            "score": {
              "final": 1,
              "detail": {
                "quality": 1,
                "popularity": 1,
                "maintenance": 1
              }
            },
            "searchScore": 1
          }
        ],
        "total": 1,
        "time": "TIME"
      }"
    `)
    expect(await namesFor('text=SEARCH')).toEqual(['@search/gamma', 'search-alpha', 'search-beta'])
    expect(await namesFor('text=100%25')).toEqual(['@search/gamma', 'search-alpha', 'search-beta'])
  })

  test('takes signs of the query language of a database for what they are', async () => {
    for (const text of ['_earch', 'search%25alpha', "x' or '1'='1", '\\', '💩'])
      expect(await namesFor(`text=${text}`)).toEqual([])
    expect((await get('-/v1/search?text=a%00b')).status).toBe(400)
  })

  test('goes page by page', async () => {
    expect(await namesFor('text=search&size=2')).toEqual(['@search/gamma', 'search-alpha'])
    expect(await namesFor('text=search&size=2&from=2')).toEqual(['search-beta'])
    expect(await namesFor('text=search&from=3')).toEqual([])
  })

  test.each(['size=-1', 'size=x', 'size=1.5', 'from=-1', 'from=1e999'])('%s is refused', async (query) => {
    const reply = await get(`-/v1/search?text=a&${query}`)
    expect(reply.status).toBe(400)
    expect(Refusal.parse(await reply.json()).error).toMatch(/must be a whole number/)
  })

  async function namesFor(query: string): Promise<string[]> {
    const reply = await get(`-/v1/search?${query}`)
    expect(reply.status).toBe(200)
    const Found = z.object({ objects: z.array(z.object({ package: z.object({ name: z.string() }) })) })
    return Found.parse(await reply.json()).objects.map((one) => one.package.name)
  }
})

/** For snapshots: indented, with what differs from run to run made the same. */
function steady(text: string): string {
  const indented = JSON.stringify(JSON.parse(text), null, 2)
  return indented
    .replaceAll(app.url, 'http://bindery')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, 'TIME')
    .replaceAll(/"integrity": "sha512-[^"]{88}"/g, '"integrity": "INTEGRITY"')
    .replaceAll(/"shasum": "[0-9a-f]{40}"/g, '"shasum": "SHASUM"')
    .replace(/"_rev": "\d+-[0-9a-f]+"/, '"_rev": "REVISION"')
}
