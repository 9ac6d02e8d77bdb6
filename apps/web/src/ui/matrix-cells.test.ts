import { expect, test } from 'vitest'
import { nextCell } from './matrix-cells.ts'

test.each([
  ['ArrowRight', { row: 1, column: 1 }, { row: 1, column: 2 }],
  ['ArrowRight', { row: 1, column: 5 }, { row: 1, column: 5 }],
  ['ArrowLeft', { row: 1, column: 0 }, { row: 1, column: 0 }],
  ['ArrowUp', { row: 0, column: 3 }, { row: 0, column: 3 }],
  ['ArrowDown', { row: 2, column: 3 }, { row: 2, column: 3 }],
  ['Home', { row: 1, column: 3 }, { row: 1, column: 0 }],
  ['End', { row: 1, column: 3 }, { row: 1, column: 5 }],
])('%s from %o leads to %o in a grid of three by six', (key, from, to) => {
  expect(nextCell(key, from, 3, 6)).toEqual(to)
})

test('with the command key Home and End reach the corners; letters do not move', () => {
  expect(nextCell('Home', { row: 1, column: 3 }, 3, 6, true)).toEqual({ row: 0, column: 0 })
  expect(nextCell('End', { row: 1, column: 3 }, 3, 6, true)).toEqual({ row: 2, column: 5 })
  expect(nextCell('a', { row: 1, column: 3 }, 3, 6)).toBeUndefined()
})
