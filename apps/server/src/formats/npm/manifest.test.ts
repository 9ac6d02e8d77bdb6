import { describe, expect, test } from 'vitest'
import { describeTarball } from './manifest.ts'
import { fileOf, makeTarball, type TarballFiles } from './tarball/tarball.fixture.ts'

const path = 'pad/-/pad-1.0.0.tgz'

async function describePackage(
  packageJson: object,
  options: { path?: string; files?: TarballFiles; properties?: Record<string, string[]> } = {},
) {
  const content = { name: 'pad', version: '1.0.0', ...packageJson }
  const bytes = await makeTarball({ 'package/package.json': content, ...options.files })
  const description = await describeTarball({
    ...fileOf(bytes),
    path: options.path ?? path,
    properties: new Map(Object.entries(options.properties ?? {})),
  })
  if (!description) throw new Error('it was not described')
  return description
}

test('a package as most are', async () => {
  const described = await describePackage(
    {
      description: 'Pads\n  strings',
      license: 'MIT',
      homepage: 'https://example.org/pad#readme',
      repository: 'git+https://git.example.org/acme/pad.git',
      bugs: 'https://example.org/bugs',
      author: 'Ann Example <ann@example.org> (https://example.org)',
      contributors: ['Bob', { name: 'Cid', email: 'cid@example.org', age: 7 }, 5],
      keywords: ['pad', 'string'],
      bin: './cli.js',
      main: 'index.js',
      exports: { '.': './index.js' },
      scripts: { test: 'node --test' },
      dependencies: { a: '^1.0.0' },
      peerDependencies: { p: '*' },
      devDependencies: { d: '2' },
      optionalDependencies: { o: '~3' },
      engines: { node: '>=20' },
      os: 'linux',
    },
    { files: { 'package/README.md': '# pad' }, properties: { 'npm.disttag': ['latest', 'beta', 'latest'] } },
  )
  expect(described).toMatchInlineSnapshot(`
    {
      "entries": [
        "package/package.json",
        "package/README.md",
      ],
      "facts": {
        "dependencies": [
          {
            "kind": "runtime",
            "name": "a",
            "range": "^1.0.0",
          },
          {
            "kind": "optional",
            "name": "o",
            "range": "~3",
          },
          {
            "kind": "peer",
            "name": "p",
            "range": "*",
          },
          {
            "kind": "development",
            "name": "d",
            "range": "2",
          },
        ],
        "deprecated": null,
        "description": "Pads strings",
        "homepage": "https://example.org/pad#readme",
        "keywords": [
          "pad",
          "string",
        ],
        "licence": "MIT",
        "readme": "# pad",
        "source": "https://git.example.org/acme/pad",
      },
      "manifest": {
        "_dist": {
          "fileCount": 2,
          "unpackedSize": 641,
        },
        "_hasShrinkwrap": false,
        "_id": "pad@1.0.0",
        "author": {
          "email": "ann@example.org",
          "name": "Ann Example",
          "url": "https://example.org",
        },
        "bin": {
          "pad": "cli.js",
        },
        "bugs": {
          "url": "https://example.org/bugs",
        },
        "contributors": [
          {
            "name": "Bob",
          },
          {
            "email": "cid@example.org",
            "name": "Cid",
          },
        ],
        "dependencies": {
          "a": "^1.0.0",
        },
        "description": "Pads
      strings",
        "devDependencies": {
          "d": "2",
        },
        "engines": {
          "node": ">=20",
        },
        "exports": {
          ".": "./index.js",
        },
        "homepage": "https://example.org/pad#readme",
        "keywords": [
          "pad",
          "string",
        ],
        "license": "MIT",
        "main": "index.js",
        "name": "pad",
        "optionalDependencies": {
          "o": "~3",
        },
        "os": [
          "linux",
        ],
        "peerDependencies": {
          "p": "*",
        },
        "repository": {
          "type": "git",
          "url": "git+https://git.example.org/acme/pad.git",
        },
        "scripts": {
          "test": "node --test",
        },
        "version": "1.0.0",
      },
      "name": "pad",
      "properties": {
        "npm.description": [
          "Pads strings",
        ],
        "npm.keywords": [
          "pad",
          "string",
        ],
        "npm.name": [
          "pad",
        ],
        "npm.version": [
          "1.0.0",
        ],
      },
      "tags": [
        "latest",
        "beta",
      ],
      "version": "1.0.0",
    }
  `)
})

describe('which files are described', () => {
  test.each(['readme.txt', 'pad/pad-1.0.0.tgz', 'pad/-/pad-1.0.0.zip', '.npm/pad/package.json'])(
    'not %s',
    async (path) => {
      const file = { ...fileOf(Buffer.from('anything')), path, properties: new Map() }
      expect(await describeTarball(file)).toBeUndefined()
    },
  )

  test.each(['@acme/pad/-/pad-1.0.0.tgz', '@acme/pad/-/@acme/pad-1.0.0.tgz'])('%s', async (path) => {
    const described = await describePackage({ name: '@acme/pad', bin: 'cli.js' }, { path })
    expect(described).toMatchObject({
      name: '@acme/pad',
      version: '1.0.0',
      manifest: { _id: '@acme/pad@1.0.0', bin: { pad: 'cli.js' } },
      properties: { 'npm.name': ['@acme/pad'], 'npm.version': ['1.0.0'] },
    })
  })
})

describe('what does not agree is refused', () => {
  test.each([
    [
      { name: 'other' },
      path,
      'The tarball holds the package "other" but is published as "pad". Use one name in both places.',
    ],
    [{ name: '../../evil' }, path, 'The package name "../../evil" is not allowed'],
    [{ name: undefined }, path, 'The package has no name.'],
    [
      { version: '1.0.1' },
      path,
      'The tarball of pad 1.0.1 must be called "pad-1.0.1.tgz", not "pad-1.0.0.tgz".',
    ],
    [{ version: 'v1.0.0' }, path, 'The version "v1.0.0" is not a semantic version.'],
    [{ version: undefined }, path, 'The version of package.json is not a semantic version.'],
    [{}, 'pad/-/other-1.0.0.tgz', 'must be called "pad-1.0.0.tgz", not "other-1.0.0.tgz".'],
    [{}, 'Pad/-/Pad-1.0.0.tgz', 'The package name "Pad" is not allowed'],
    [{}, '__proto__/-/__proto__-1.0.0.tgz', 'The package name "__proto__" is not allowed'],
  ])('%j at %s', async (packageJson, path, sentence) => {
    await expect(describePackage(packageJson, { path })).rejects.toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(sentence),
    })
  })

  test('a tag that is no tag', async () => {
    const properties = { 'npm.disttag': ['1.0.0'] }
    await expect(describePackage({}, { properties })).rejects.toThrow('The tag "1.0.0" is not allowed')
  })

  test('build metadata is not part of the published version', async () => {
    expect(await describePackage({ version: '1.0.0+linux' })).toMatchObject({
      version: '1.0.0',
      manifest: { version: '1.0.0' },
    })
  })
})

describe('the manifest says what the tarball does, whatever package.json claims about it', () => {
  test.each([
    [{ scripts: { postinstall: 'x' } }, true],
    [{ scripts: { install: 'x' } }, true],
    [{ scripts: { preinstall: 'x' } }, true],
    [{ scripts: { test: 'x', prepare: 'y' } }, undefined],
    [{ scripts: { postinstall: 5 } }, undefined],
    [{ scripts: { test: 'x' }, hasInstallScript: true }, undefined],
    [{ scripts: { postinstall: 'x' }, hasInstallScript: false }, true],
  ])('%j: hasInstallScript is %s', async (packageJson, expected) => {
    expect((await describePackage(packageJson)).manifest['hasInstallScript']).toBe(expected)
  })

  test('a *.gyp file is an install script', async () => {
    const files = { 'package/binding.gyp': '{}' }
    const compiled = { gypfile: true, hasInstallScript: true, scripts: { install: 'node-gyp rebuild' } }
    expect((await describePackage({}, { files })).manifest).toMatchObject(compiled)
    expect((await describePackage({ gypfile: false }, { files })).manifest).not.toHaveProperty(
      'hasInstallScript',
    )
    const own = await describePackage({ scripts: { install: 'make' } }, { files })
    expect(own.manifest['scripts']).toEqual({ install: 'make' })
    expect(own.manifest).not.toHaveProperty('gypfile')
  })

  test('fields that are not its to set are left out', async () => {
    const { manifest } = await describePackage({
      _id: 'evil@1.0.0',
      _hasShrinkwrap: true,
      _dist: { fileCount: 0 },
      _rev: '1-a',
      dist: { tarball: 'http://evil.example/x.tgz' },
      deprecated: 'no',
      readme: 'x',
    })
    expect(manifest).toEqual({
      name: 'pad',
      version: '1.0.0',
      _id: 'pad@1.0.0',
      _hasShrinkwrap: false,
      _dist: { fileCount: 1, unpackedSize: expect.any(Number) },
    })
  })

  test('keys named like a prototype change nothing', async () => {
    const content =
      '{"name":"pad","version":"1.0.0","__proto__":{"x":1},"dependencies":{"__proto__":"1","a":"1"},"scripts":{"__proto__":"x"}}'
    const { manifest, facts } = await describePackage({}, { files: { 'package/package.json': content } })
    expect(Object.getPrototypeOf(manifest)).toBe(Object.prototype)
    expect(manifest['x']).toBeUndefined()
    expect(Object.entries(manifest['dependencies'] ?? {})).toEqual([['a', '1']])
    expect(facts.dependencies).toEqual([{ name: 'a', range: '1', kind: 'runtime' }])
  })
})

describe('fields are brought into the form that clients expect', () => {
  test.each([
    [
      'bin',
      { a: './a.js', b: 5, '../c': '../../c.js', 'd/e': '/etc/passwd' },
      { a: 'a.js', c: 'c.js', e: 'etc/passwd' },
    ],
    ['bin', ['./bin/x.js', 7], { 'x.js': 'bin/x.js' }],
    ['bin', {}, undefined],
    ['bin', 5, undefined],
    ['bin', '../..', undefined],
    ['repository', 'acme/pad', { type: 'git', url: 'git+https://github.com/acme/pad.git' }],
    [
      'repository',
      { type: 'git', url: 'gitlab:acme/pad', directory: 'x' },
      { type: 'git', url: 'git+https://gitlab.com/acme/pad.git', directory: 'x' },
    ],
    ['repository', 'https://git.example.org/pad', { type: 'git', url: 'https://git.example.org/pad' }],
    ['repository', { url: 5 }, undefined],
    ['repository', [], undefined],
    ['bugs', 'https://example.org', { url: 'https://example.org' }],
    ['bugs', 'bugs@example.org', { email: 'bugs@example.org' }],
    ['bugs', 'nowhere', undefined],
    ['bugs', { url: 'https://example.org', email: 5 }, { url: 'https://example.org' }],
    ['author', 'Ann', { name: 'Ann' }],
    ['author', '<ann@example.org>', { email: 'ann@example.org' }],
    ['author', '', undefined],
    ['author', 5, undefined],
    ['license', { type: 'MIT', url: 'https://example.org' }, 'MIT'],
    ['license', ['MIT', { type: 'ISC' }], '(MIT OR ISC)'],
    ['license', {}, undefined],
    ['keywords', 'a, b,c', ['a', 'b', 'c']],
    ['keywords', ['a', 5, null, ''], ['a']],
    ['keywords', { a: 1 }, undefined],
    ['description', { a: 1 }, undefined],
    ['dependencies', { a: '1', b: 2, c: null }, { a: '1' }],
    ['dependencies', ['a'], undefined],
    ['dependencies', {}, undefined],
    ['devDependencies', 'a', undefined],
    ['peerDependenciesMeta', { a: { optional: true }, b: true }, { a: { optional: true } }],
    ['bundleDependencies', ['a', 5], ['a']],
    ['bundleDependencies', true, []],
    ['bundleDependencies', false, undefined],
    ['engines', { node: '>=1', npm: 5 }, { node: '>=1' }],
    ['engines', ['node >=1'], undefined],
    ['os', ['linux', 5], ['linux']],
    ['cpu', 'x64', ['x64']],
    ['libc', {}, undefined],
    ['scripts', 'x', undefined],
    ['files', 'lib', ['lib']],
    ['funding', [{ url: 'https://example.org' }], [{ url: 'https://example.org' }]],
    ['type', 'module', 'module'],
  ])('%s %j', async (field, written, expected) => {
    expect((await describePackage({ [field]: written })).manifest[field]).toEqual(expected)
  })

  test('old spellings', async () => {
    const { manifest } = await describePackage({
      licenses: [{ type: 'MIT' }],
      bundledDependencies: ['a'],
      dependencies: { a: '1' },
    })
    expect(manifest).toMatchObject({ license: 'MIT', bundleDependencies: ['a'] })
    expect(manifest).not.toHaveProperty('licenses')
    expect(manifest).not.toHaveProperty('bundledDependencies')
  })
})

describe('facts', () => {
  test.each([
    ['acme/pad', 'https://github.com/acme/pad'],
    ['github:acme/pad', 'https://github.com/acme/pad'],
    ['github:acme/pad#main', 'https://github.com/acme/pad'],
    ['bitbucket:acme/pad', 'https://bitbucket.org/acme/pad'],
    ['git@git.example.org:acme/pad.git', 'https://git.example.org/acme/pad'],
    ['git+ssh://git@git.example.org:2222/acme/pad.git', 'https://git.example.org/acme/pad'],
    ['ssh://git@git.example.org/acme/pad', 'https://git.example.org/acme/pad'],
    ['git://git.example.org/acme/pad.git', 'https://git.example.org/acme/pad'],
    ['git+https://user:secret@git.example.org:8443/acme/pad.git', 'https://git.example.org:8443/acme/pad'],
    ['http://git.example.org/acme/pad/', 'http://git.example.org/acme/pad'],
    ['https://git.example.org/acme/pad.git#main', 'https://git.example.org/acme/pad'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['file:///etc/passwd', null],
    ['just words', null],
    ['', null],
    [`https://example.org/${'x'.repeat(3000)}`, null],
  ])('the source of %s is %s', async (repository, source) => {
    expect((await describePackage({ repository })).facts.source).toBe(source)
    expect((await describePackage({ repository: { type: 'git', url: repository } })).facts.source).toBe(
      source,
    )
  })

  test.each([
    ['https://example.org/pad', 'https://example.org/pad'],
    ['http://example.org', 'http://example.org/'],
    ['javascript:alert(1)', null],
    [' JaVaScRiPt:alert(1)', null],
    ['example.org', null],
    [5, null],
  ])('the homepage %s is shown as %s', async (homepage, shown) => {
    expect((await describePackage({ homepage })).facts.homepage).toBe(shown)
  })

  test('hold no control characters and are bounded, as columns and indexes need', async () => {
    const { facts, properties } = await describePackage({
      description: `a\0b\u0007${'é'.repeat(5000)}`,
      license: `MIT\0${'x'.repeat(1000)}`,
      keywords: ['a\0b', ...Array.from({ length: 100 }, (_, at) => `k${at}${'x'.repeat(200)}`), '\ud800'],
      dependencies: { 'x\0y': `1\0${'2'.repeat(1000)}` },
    })
    expect(JSON.stringify(facts)).not.toMatch(/\\u00/)
    expect(facts.description).toHaveLength(2000)
    expect(facts.licence).toHaveLength(300)
    expect(facts.keywords).toHaveLength(50)
    expect(Math.max(...facts.keywords.map((word) => word.length))).toBe(100)
    expect(properties['npm.description']?.[0]).toHaveLength(500)
    expect(properties['npm.keywords']).toEqual(facts.keywords)
  })

  test('what is optional counts once', async () => {
    const { facts } = await describePackage({
      dependencies: { a: '1', b: '1' },
      optionalDependencies: { a: '2' },
    })
    expect(facts.dependencies).toEqual([
      { name: 'a', range: '2', kind: 'optional' },
      { name: 'b', range: '1', kind: 'runtime' },
    ])
  })

  test('the deprecation and the tags come from properties', async () => {
    const properties = { 'npm.deprecated': ['use 2'], 'npm.disttag': ['next'] }
    expect(await describePackage({}, { properties })).toMatchObject({
      facts: { deprecated: 'use 2' },
      tags: ['next'],
    })
    expect(await describePackage({}, { properties: { 'npm.deprecated': [''] } })).toMatchObject({
      facts: { deprecated: null },
      tags: [],
    })
  })
})
