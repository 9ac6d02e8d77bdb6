import { describe, expect, test } from 'vitest'
import { abbreviatedPackument, fullPackument, versionDocument, type PackumentInput } from './packument.ts'

const row = (version: string, more: object = {}) => ({
  version,
  manifest: {
    name: '@acme/pad',
    version,
    description: `pad ${version}`,
    license: 'MIT',
    keywords: ['pad'],
    author: { name: 'Ann' },
    dependencies: { a: '^1.0.0' },
    devDependencies: { b: '2' },
    scripts: { postinstall: 'x' },
    bin: { pad: 'pad.js' },
    engines: { node: '>=20' },
    hasInstallScript: true,
    _id: `@acme/pad@${version}`,
    _hasShrinkwrap: false,
    _dist: { fileCount: 3, unpackedSize: 1234 },
  },
  createdAt: `2026-01-0${version[0]}T00:00:00.000Z`,
  deprecated: null,
  path: `@acme/pad/-/pad-${version}.tgz`,
  size: 99,
  sha1: 'a1'.repeat(20),
  sha512: 'Zm9v',
  ...more,
})

const input: PackumentInput = {
  name: '@acme/pad',
  revision: 7,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-02-01T00:00:00.000Z',
  readme: '# 1.0.0',
  tags: [
    { tag: 'latest', version: '1.0.0' },
    { tag: 'next', version: '2.0.0-beta.1' },
  ],
  versions: [row('2.0.0-beta.1'), row('1.0.0', { deprecated: 'use 2' })],
  tarballBase: 'http://localhost:8082/artifactory/api/npm/npm-local',
}

test('the full packument', () => {
  expect(fullPackument(input)).toMatchInlineSnapshot(`
    {
      "_id": "@acme/pad",
      "_rev": "7-0bc1ab1a03122a5b29f4884dfe84f161",
      "author": {
        "name": "Ann",
      },
      "description": "pad 1.0.0",
      "dist-tags": {
        "latest": "1.0.0",
        "next": "2.0.0-beta.1",
      },
      "keywords": [
        "pad",
      ],
      "license": "MIT",
      "maintainers": [],
      "name": "@acme/pad",
      "readme": "# 1.0.0",
      "time": {
        "1.0.0": "2026-01-01T00:00:00.000Z",
        "2.0.0-beta.1": "2026-01-02T00:00:00.000Z",
        "created": "2026-01-01T00:00:00.000Z",
        "modified": "2026-02-01T00:00:00.000Z",
      },
      "versions": {
        "1.0.0": {
          "_hasShrinkwrap": false,
          "_id": "@acme/pad@1.0.0",
          "author": {
            "name": "Ann",
          },
          "bin": {
            "pad": "pad.js",
          },
          "dependencies": {
            "a": "^1.0.0",
          },
          "deprecated": "use 2",
          "description": "pad 1.0.0",
          "devDependencies": {
            "b": "2",
          },
          "dist": {
            "fileCount": 3,
            "integrity": "sha512-Zm9v",
            "shasum": "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
            "tarball": "http://localhost:8082/artifactory/api/npm/npm-local/@acme/pad/-/pad-1.0.0.tgz",
            "unpackedSize": 1234,
          },
          "engines": {
            "node": ">=20",
          },
          "hasInstallScript": true,
          "keywords": [
            "pad",
          ],
          "license": "MIT",
          "name": "@acme/pad",
          "scripts": {
            "postinstall": "x",
          },
          "version": "1.0.0",
        },
        "2.0.0-beta.1": {
          "_hasShrinkwrap": false,
          "_id": "@acme/pad@2.0.0-beta.1",
          "author": {
            "name": "Ann",
          },
          "bin": {
            "pad": "pad.js",
          },
          "dependencies": {
            "a": "^1.0.0",
          },
          "description": "pad 2.0.0-beta.1",
          "devDependencies": {
            "b": "2",
          },
          "dist": {
            "fileCount": 3,
            "integrity": "sha512-Zm9v",
            "shasum": "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
            "tarball": "http://localhost:8082/artifactory/api/npm/npm-local/@acme/pad/-/pad-2.0.0-beta.1.tgz",
            "unpackedSize": 1234,
          },
          "engines": {
            "node": ">=20",
          },
          "hasInstallScript": true,
          "keywords": [
            "pad",
          ],
          "license": "MIT",
          "name": "@acme/pad",
          "scripts": {
            "postinstall": "x",
          },
          "version": "2.0.0-beta.1",
        },
      },
    }
  `)
})

test('the abbreviated packument', () => {
  expect(abbreviatedPackument(input)).toMatchInlineSnapshot(`
    {
      "dist-tags": {
        "latest": "1.0.0",
        "next": "2.0.0-beta.1",
      },
      "modified": "2026-02-01T00:00:00.000Z",
      "name": "@acme/pad",
      "time": {
        "1.0.0": "2026-01-01T00:00:00.000Z",
        "2.0.0-beta.1": "2026-01-02T00:00:00.000Z",
        "created": "2026-01-01T00:00:00.000Z",
        "modified": "2026-02-01T00:00:00.000Z",
      },
      "versions": {
        "1.0.0": {
          "_hasShrinkwrap": false,
          "bin": {
            "pad": "pad.js",
          },
          "dependencies": {
            "a": "^1.0.0",
          },
          "deprecated": "use 2",
          "devDependencies": {
            "b": "2",
          },
          "dist": {
            "fileCount": 3,
            "integrity": "sha512-Zm9v",
            "shasum": "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
            "tarball": "http://localhost:8082/artifactory/api/npm/npm-local/@acme/pad/-/pad-1.0.0.tgz",
            "unpackedSize": 1234,
          },
          "engines": {
            "node": ">=20",
          },
          "hasInstallScript": true,
          "name": "@acme/pad",
          "version": "1.0.0",
        },
        "2.0.0-beta.1": {
          "_hasShrinkwrap": false,
          "bin": {
            "pad": "pad.js",
          },
          "dependencies": {
            "a": "^1.0.0",
          },
          "devDependencies": {
            "b": "2",
          },
          "dist": {
            "fileCount": 3,
            "integrity": "sha512-Zm9v",
            "shasum": "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
            "tarball": "http://localhost:8082/artifactory/api/npm/npm-local/@acme/pad/-/pad-2.0.0-beta.1.tgz",
            "unpackedSize": 1234,
          },
          "engines": {
            "node": ">=20",
          },
          "hasInstallScript": true,
          "name": "@acme/pad",
          "version": "2.0.0-beta.1",
        },
      },
    }
  `)
})

describe('one version', () => {
  test('by its number and by a tag is the same', () => {
    const { versions } = fullPackument(input) as { versions: Record<string, unknown> }
    expect(versionDocument(input, '1.0.0')).toEqual(versions['1.0.0'])
    expect(versionDocument(input, 'next')).toEqual(versions['2.0.0-beta.1'])
  })

  test.each(['3.0.0', 'beta', '', '__proto__', 'constructor', 'toString'])('%s is not there', (wanted) => {
    expect(versionDocument(input, wanted)).toBeUndefined()
  })

  test('a tag without its version is not there', () => {
    expect(versionDocument({ ...input, tags: [{ tag: 'old', version: '0.1.0' }] }, 'old')).toBeUndefined()
  })
})

test('versions are in the order of versions, not of publishing', () => {
  const versions = ['1.10.0', '1.2.0', '1.2.0-rc.1', '1.9.0'].map((version) => row(version))
  const expected = ['1.2.0-rc.1', '1.2.0', '1.9.0', '1.10.0']
  for (const document of [
    fullPackument({ ...input, versions }),
    abbreviatedPackument({ ...input, versions }),
  ]) {
    expect(Object.keys(document['versions'] as object)).toEqual(expected)
    expect(Object.keys(document['time'] as object)).toEqual(['created', 'modified', ...expected])
  }
})

test('without a latest tag the highest version describes the package', () => {
  expect(fullPackument({ ...input, tags: [] })).toMatchObject({ description: 'pad 2.0.0-beta.1' })
})

test('a tag named like a prototype is written and changes nothing', () => {
  const document = fullPackument({ ...input, tags: [{ tag: '__proto__', version: '1.0.0' }] })
  expect(JSON.stringify(document['dist-tags'])).toBe('{"__proto__":"1.0.0"}')
  expect(Object.getPrototypeOf(document['dist-tags'])).toBe(Object.prototype)
})

test('the counts are left out when the tarball was not seen to its end', () => {
  const versions = [
    row('1.0.0', { manifest: { name: 'x', version: '1.0.0', _dist: { isTruncatedScan: true } } }),
  ]
  expect(versionDocument({ ...input, versions }, '1.0.0')).toEqual({
    name: 'x',
    version: '1.0.0',
    dist: {
      integrity: 'sha512-Zm9v',
      shasum: 'a1'.repeat(20),
      tarball: 'http://localhost:8082/artifactory/api/npm/npm-local/@acme/pad/-/pad-1.0.0.tgz',
    },
  })
})

test('the revision changes with the package and says nothing else', () => {
  const revisions = [input, { ...input, revision: 8 }, { ...input, name: 'x' }].map(
    (one) => fullPackument(one)['_rev'],
  )
  expect(new Set(revisions).size).toBe(3)
  expect(revisions[0]).toMatch(/^7-[0-9a-f]{32}$/)
  expect(fullPackument(input)['_rev']).toBe(revisions[0])
})

test('the rows are left as they are', () => {
  const before = structuredClone(input)
  fullPackument(input)
  abbreviatedPackument(input)
  expect(input).toEqual(before)
})
