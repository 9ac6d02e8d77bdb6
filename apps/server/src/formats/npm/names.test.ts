import { describe, expect, test } from 'vitest'
import { npm } from './index.ts'
import {
  checkPackageName,
  checkTag,
  checkVersion,
  compareVersions,
  sortByVersion,
  splitTarballPath,
  tarballPath,
} from './names.ts'

const refused = expect.objectContaining({ code: 'bad-request', status: 400 })

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('package names', () => {
  test.each([
    'left-pad',
    '@scope/name',
    'a',
    'a.b_c-d',
    '0x',
    'events',
    'buffer',
    'a'.repeat(214),
    '@a-b/c.d',
  ])('%s is allowed', (name) => expect(checkPackageName(name)).toBe(name))

  test.each([
    '../../evil',
    '..',
    '.',
    '__proto__',
    'node_modules',
    'NODE_MODULES',
    'favicon.ico',
    '.bin',
    '-',
    '-a',
    '_a',
    '',
    ' a',
    'a b',
    'JSONStream',
    '@Scope/name',
    'a'.repeat(215),
    'ümlaut',
    'a/b',
    '@scope',
    '@scope/',
    '@/name',
    '@scope/a/b',
    '@../name',
    '@./name',
    '@.a/name',
    '@scope/..',
    '@scope/.bin',
    'a%2fb',
    'a\\b',
    'a\0b',
    'a\nb',
    "it's",
    'a~b',
    'a:b',
    'a@b',
    'a?b',
    'a#b',
  ])('%j is refused', (name) => {
    expect(thrownBy(() => checkPackageName(name))).toEqual(refused)
  })

  test.each([undefined, null, 1, {}, ['a']])('%j is no name', (name) => {
    expect(thrownBy(() => checkPackageName(name))).toEqual(refused)
  })

  test('the refusal says what is wrong', () => {
    expect(() => checkPackageName('JSONStream')).toThrow(
      'The package name "JSONStream" is not allowed: name can no longer contain capital letters.',
    )
  })
})

describe('versions', () => {
  test.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['1.2.3+build.5', '1.2.3'],
    ['1.2.3-rc.1+build', '1.2.3-rc.1'],
  ])('%s is published as %s', (version, published) => expect(checkVersion(version)).toBe(published))

  test.each([
    'v1.2.3',
    '=1.2.3',
    '1.2',
    '1',
    'latest',
    '',
    ' 1.2.3',
    '1.2.3 ',
    '01.2.3',
    '^1.2.3',
    '1.2.3/../x',
    '99999999999999999999.0.0',
    undefined,
    null,
    1,
    {},
  ])('%j is refused', (version) => expect(thrownBy(() => checkVersion(version))).toEqual(refused))

  test('are ordered as npm orders them', () => {
    const ordered = [
      'nonsense',
      '0.9.0',
      '1.0.0-alpha',
      '1.0.0-alpha.2',
      '1.0.0-alpha.10',
      '1.0.0',
      '1.2.0',
      '1.10.0',
    ]
    const shuffled = [3, 7, 0, 5, 2, 6, 1, 4].map((at) => ordered[at] ?? '')
    expect(shuffled.toSorted(compareVersions)).toEqual(ordered)
    expect(sortByVersion(shuffled.map((version) => ({ version }))).map(({ version }) => version)).toEqual(
      ordered,
    )
  })
})

describe('tags', () => {
  test.each(['latest', 'next', 'beta-1', 'release_2', 'v-next', 'a.b', '__proto__'])('%s is allowed', (tag) =>
    expect(checkTag(tag)).toBe(tag),
  )

  test.each([
    '',
    '1.0.0',
    'v1',
    '1',
    '^1.0.0',
    '*',
    'x',
    '>=2',
    'a b',
    'a/b',
    "it's",
    '..',
    '.',
    'ä',
    'a\0',
    'a'.repeat(215),
    5,
    null,
    undefined,
  ])('%j is refused', (tag) => expect(thrownBy(() => checkTag(tag))).toEqual(refused))
})

describe('paths of tarballs', () => {
  test.each([
    ['left-pad', '1.3.0', 'left-pad/-/left-pad-1.3.0.tgz'],
    ['@acme/left-pad', '1.3.0-a.1', '@acme/left-pad/-/left-pad-1.3.0-a.1.tgz'],
  ])('%s %s', (name, version, path) => {
    expect(tarballPath(name, version)).toBe(path)
    expect(splitTarballPath(path)).toEqual({ name, file: path.slice(path.lastIndexOf('/') + 1) })
  })

  test('the scope may stand before the file name once more', () => {
    expect(splitTarballPath('@acme/pad/-/@acme/pad-1.0.0.tgz')).toEqual({
      name: '@acme/pad',
      file: 'pad-1.0.0.tgz',
    })
  })

  test.each([
    'readme.txt',
    'left-pad/left-pad-1.3.0.tgz',
    'left-pad/-/left-pad-1.3.0.tgz.sigstore',
    'left-pad/-/a/left-pad-1.3.0.tgz',
    'a/left-pad/-/left-pad-1.3.0.tgz',
    '@acme/-/pad-1.0.0.tgz',
    '@acme/pad/-/@other/pad-1.0.0.tgz',
    'pad/-/@acme/pad-1.0.0.tgz',
    '-/pad-1.0.0.tgz',
    '/-/pad-1.0.0.tgz',
    'pad/-/',
    '',
  ])('%s is none', (path) => expect(splitTarballPath(path)).toBeUndefined())
})

test.each([
  ['@acme/api', 'api'],
  ['plain', 'plain'],
])('the browser puts a tarball of %s where clients look for it', (name, bareName) => {
  const path = npm.tarballs?.path
    .replace('{name}', name)
    .replace('{bareName}', bareName)
    .replace('{version}', '1.0.0')
  expect(path).toBe(tarballPath(name, '1.0.0'))
})
