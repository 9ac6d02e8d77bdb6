import { expect, test } from 'vitest'
import { isSame } from './draft.ts'

test('the order of keys does not make a change, the order of a list does', () => {
  expect(isSame({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true)
  expect(isSame({ list: ['x', 'y'] }, { list: ['y', 'x'] })).toBe(false)
})

test('a value that is left out is not the same as an empty one', () => {
  expect(isSame({ a: '' }, {})).toBe(false)
  expect(isSame({ a: undefined }, {})).toBe(true)
})
