import { describe, expect, test } from 'vitest'
import {
  isWholeUser,
  isWithin,
  parseScope,
  scopeAllows,
  scopeAllowsSomewhere,
  scopeAllowsUse,
  scopeGrantsUse,
} from './token-scope.ts'
import { scopeInWords } from './token-words.ts'

describe('reading a scope', () => {
  test('knows every part of the platform, with and without quotes', () => {
    const scope = parseScope(
      'applied-permissions/groups:readers,"release managers" applied-permissions/roles:web:"Developer","Viewer" system:identities:r,w system:metrics:r',
    )
    expect(scope.groups).toEqual(['readers', 'release managers'])
    expect(scope.roles).toEqual([{ project: 'web', roles: ['Developer', 'Viewer'] }])
    expect([...scope.system]).toEqual(['identities:r', 'identities:w', 'metrics:r'])
  })

  test('takes the older words', () => {
    expect(isWholeUser(parseScope('api:* member-of-groups:*'))).toBe(true)
    expect(parseScope('member-of-groups:"a","b" api:*').groups).toEqual(['a', 'b'])
  })

  test.each([
    '',
    'everything',
    'applied-permissions/',
    'applied-permissions/groups:',
    'applied-permissions/roles:web',
    'system:metrics:w',
    'system:__proto__:r',
    'system:constructor:r',
    'artifact:generic-local',
    'artifact:generic-local:x',
    'artifact::r',
    'artifact:generic-local:r,constructor',
    `artifact:${'a'.repeat(5000)}:r`,
    Array.from({ length: 200 }, (_, index) => `artifact:r${index}:r`).join(' '),
  ])('refuses %j with a sentence', (text) => {
    expect(() => parseScope(text)).toThrow(/scope/i)
  })
})

describe('what a scope lets through', () => {
  const scope = parseScope('artifact:generic-local/a/**:r artifact:npm-*:r,w')

  test.each([
    ['read', 'generic-local', 'a/b.txt', true],
    ['read', 'generic-local', 'a/', true],
    ['read', 'generic-local', 'b.txt', false],
    ['read', 'generic-local', 'ab/c.txt', false],
    ['deploy', 'generic-local', 'a/b.txt', false],
    ['deploy', 'npm-local', 'x/-/x-1.0.0.tgz', true],
    ['delete', 'npm-local', 'x/-/x-1.0.0.tgz', false],
    ['read', 'other-npm-local', 'x', false],
  ] as const)('%s in %s at %s: %s', (action, repository, path, expected) => {
    expect(scopeAllows(scope, action, repository, path)).toBe(expected)
  })

  test('everywhere is only allowed where no path narrows it', () => {
    expect(scopeAllows(scope, 'read', 'generic-local')).toBe(false)
    expect(scopeAllowsSomewhere(scope, 'read', 'generic-local')).toBe(true)
    expect(scopeAllows(scope, 'deploy', 'npm-local')).toBe(true)
    expect(scopeAllowsSomewhere(scope, 'deploy', 'generic-local')).toBe(false)
  })

  test('a folder covers what is below it', () => {
    const folder = parseScope('artifact:generic-local/releases:r')
    expect(scopeAllows(folder, 'read', 'generic-local', 'releases/1.0/a.zip')).toBe(true)
    expect(scopeAllows(folder, 'read', 'generic-local', 'releases-old/a.zip')).toBe(false)
  })

  test('hostile patterns cost no time', () => {
    const hostile = parseScope(`artifact:generic-local/${'*a'.repeat(200)}:r`)
    expect(scopeAllows(hostile, 'read', 'generic-local', 'a'.repeat(2000) + 'b')).toBe(false)
  })

  test('a narrowed token neither manages its account nor the platform', () => {
    expect(scopeAllowsUse(scope, 'signed-in')).toBe(false)
    expect(scopeAllowsUse(scope, 'administer')).toBe(false)
    expect(scopeAllowsUse(scope, 'browse')).toBe(true)
    expect(scopeGrantsUse(parseScope('system:metrics:r'), 'read-metrics')).toBe(true)
    expect(scopeGrantsUse(parseScope('system:metrics:r'), 'write-identities')).toBe(false)
    expect(scopeAllowsUse(parseScope('system:metrics:r'), 'signed-in')).toBe(false)
  })
})

describe('F02: a scope within another', () => {
  test.each([
    ['artifact:a:r', 'artifact:a:r', true],
    ['artifact:a:r', 'artifact:a:r artifact:b:r', true],
    ['artifact:a:r,w', 'artifact:a:r', false],
    ['artifact:a/x:r', 'artifact:a:r', false],
    ['applied-permissions/user', 'artifact:a:r', false],
    ['applied-permissions/user', 'applied-permissions/user artifact:a:r', false],
    ['applied-permissions/admin', 'applied-permissions/groups:a', false],
    ['system:metrics:r', 'system:metrics:r artifact:a:r', true],
    ['artifact:a:r', 'applied-permissions/user', true],
  ])('%s within %s: %s', (inner, outer, expected) => {
    expect(isWithin(parseScope(inner), parseScope(outer))).toBe(expected)
  })
})

test.each([
  ['applied-permissions/user', 'everything ann may do'],
  ['applied-permissions/admin', 'everything, as an administrator'],
  ['applied-permissions/groups:a,b', 'what the groups a and b may do'],
  ['artifact:web-*:r,w', 'read + deploy in web-*'],
  ['artifact:a/x/**:r artifact:b:r', 'read in a/x/** and b'],
  ['applied-permissions/user artifact:a:r', 'of everything ann may do only read in a'],
  ['system:metrics:r', 'read metrics'],
  ['api:*', 'say who it is, and nothing else'],
])('%s reads: %s', (scope, words) => {
  expect(scopeInWords(scope, 'ann')).toBe(words)
})
