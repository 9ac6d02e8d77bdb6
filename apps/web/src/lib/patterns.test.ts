import { expect, test } from 'vitest'
import { matchesPattern, splitPatterns } from './patterns.ts'

test('pasted patterns are split at lines and commas, once each', () => {
  expect(splitPatterns(' a/** ,b\nb\n\n c;d')).toEqual(['a/**', 'b', 'c', 'd'])
})

test.each([
  ['**/*', 'a/b.txt', true],
  ['**/*', 'b.txt', true],
  ['a/**', 'a/b/c', true],
  ['a/**', 'ab/c', false],
  ['*.txt', 'a/b.txt', false],
  ['**/*.txt', '/a/b.txt', true],
  ['a/', 'a/b', true],
  ['a.b?', 'a.bc', true],
  ['a.b?', 'axbc', false],
])('the pattern %s and the path %s: %s', (pattern, path, isMatch) => {
  expect(matchesPattern(pattern, path)).toBe(isMatch)
})
