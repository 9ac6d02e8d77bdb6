import { expect, test } from 'vitest'
import { charactersOf } from './code-characters.ts'

test('a pasted code may have spaces, dashes and words around it', () => {
  expect(charactersOf('123 456', 'digits', 6)).toBe('123456')
  expect(charactersOf(' 123-456\n', 'digits', 6)).toBe('123456')
  expect(charactersOf('Your code is 123456.', 'digits', 6)).toBe('123456')
})

test('what is too much is cut', () => {
  expect(charactersOf('1234567', 'digits', 6)).toBe('123456')
  expect(charactersOf('a1 b2c3', 'anything', 4)).toBe('a1b2')
})
