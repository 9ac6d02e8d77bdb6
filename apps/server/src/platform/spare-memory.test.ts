import { expect, test } from 'vitest'
import { isDue } from './spare-memory.ts'

const megabyte = 1024 * 1024

test('memory is given back at the first quiet moment, and again only after growth', () => {
  const look = (busy: number, resident: number, held: number) =>
    isDue({ busy, resident: resident * megabyte, held: held * megabyte })
  expect(look(0.9, 150, 0)).toBe(false)
  expect(look(0.01, 150, 0)).toBe(true)
  // What could not be given back is not tried again and again.
  expect(look(0.01, 125, 115)).toBe(false)
  expect(look(0.5, 300, 115)).toBe(false)
  expect(look(0.01, 300, 115)).toBe(true)
})
