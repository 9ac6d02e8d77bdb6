import { expect, test } from 'vitest'
import { between } from './selection.ts'

test('a range goes both ways, and begins nowhere without a first row', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(between(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(order, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(order, undefined, 'c')).toEqual(['c'])
  expect(between(order, 'gone', 'c')).toEqual(['c'])
})
