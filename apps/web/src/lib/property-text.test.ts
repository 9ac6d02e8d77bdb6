import { expect, test } from 'vitest'
import { readProperties } from './property-text.ts'

test('properties are read pair by pair, with several values and what only looks like a pair in a value', () => {
  expect(Object.fromEntries(readProperties(' qa=passed; team=a, b\nurl=x=y;;flag '))).toEqual({
    qa: ['passed'],
    team: ['a', 'b'],
    url: ['x=y'],
    flag: [''],
  })
})
