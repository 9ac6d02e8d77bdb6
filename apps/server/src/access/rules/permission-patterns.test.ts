import { expect, test } from 'vitest'
import { compilePattern } from './permission-patterns.ts'

const cases: [pattern: string, path: string, expected: boolean][] = [
  ['**', 'a/b/c.txt', true],
  ['**/*', 'a', true],
  ['**/*.jar', 'a.jar', true],
  ['**/*.jar', 'org/acme/a.jar', true],
  ['**/*.jar', 'org/acme/a.jar/b', false],
  ['*.jar', 'a.jar', true],
  ['*.jar', 'org/a.jar', false],
  ['com/acme/**', 'com/acme', true],
  ['com/acme/**', 'com/acme/x/y', true],
  ['com/acme/**', 'com/acmeter/x', false],
  ['com/acme/', 'com/acme/x', true],
  ['/com/acme/**', 'com/acme/x', true],
  ['com/*/lib/**', 'com/acme/lib/a', true],
  ['com/*/lib/**', 'com/acme/other/lib/a', false],
  ['com/**/lib/*.so', 'com/lib/a.so', true],
  ['com/**/lib/*.so', 'com/a/b/lib/a.so', true],
  ['com/**/lib/*.so', 'com/a/b/lib/c/a.so', false],
  ['**/secret/**', 'a/secret/b', true],
  ['**/secret/**', 'secret', true],
  ['**/secret/**', 'a/secrets/b', false],
  ['**/a/**/b', 'a/b', true],
  ['**/a/**/b', 'x/a/y/a/z/b', true],
  ['**/a/**/b', 'x/a/b/c', false],
  ['**/a/*/b/**', 'a/a/b/b/c', true],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['a?c', 'ac', false],
  ['a*b*c', 'axxbyyc', true],
  ['a*b*c', 'axxbyy', false],
  ['@acme/**', '@acme/tool/-/tool-1.0.0.tgz', true],
  // What a regular expression would take for itself is a letter.
  ['a.b', 'axb', false],
  ['(a|b)+$', '(a|b)+$', true],
  ['[a-z]', 'b', false],
]

test.for(cases)('%s and %s: %s', ([pattern, path, expected]) => {
  expect(compilePattern(pattern).matches(path)).toBe(expected)
})

test('a folder is reached when something in it can match', () => {
  const pattern = compilePattern('com/acme/**/*.jar')
  const folders = ['', 'com', 'com/acme', 'com/acme/deep/er', 'com/other', 'org']
  expect(folders.filter((folder) => pattern.reaches(folder))).toEqual([
    '',
    'com',
    'com/acme',
    'com/acme/deep/er',
  ])
})

test('a folder is covered when everything in it matches', () => {
  const covers = (pattern: string, folder: string) => compilePattern(pattern).coversAll(folder)
  expect(covers('private/**', 'private')).toBe(true)
  expect(covers('private/**', 'private/deep')).toBe(true)
  expect(covers('private/**/*', 'private')).toBe(true)
  expect(covers('private/*', 'private')).toBe(false)
  expect(covers('private/**', 'public')).toBe(false)
})

test('no pattern takes long, whatever it is made of', () => {
  const path = `${'a'.repeat(100)}/`.repeat(20)
  const steps = compilePattern(`${'**/'.repeat(60)}${'*a'.repeat(120)}b`)
  const started = performance.now()
  for (let round = 0; round < 20; round++) expect(steps.matches(`${path}c`)).toBe(false)
  const slow = performance.now() - started
  const plain = compilePattern('**/x')
  const again = performance.now()
  for (let round = 0; round < 20_000; round++) plain.matches(`${path}c`)
  // Side by side, because nobody knows how fast this machine is: a backtracking one would need years.
  expect(slow).toBeLessThan((performance.now() - again) * 100 + 1000)
})
