import { expect, test } from 'vitest'
import { missingParts, partSizeFor, partsOf } from './parts.ts'

const megabyte = 1024 * 1024

test('a file is cut without gaps, and never into more parts than the server takes', () => {
  const parts = partsOf(20 * megabyte + 1, 8 * megabyte)
  expect(parts.map(({ start, end }) => end - start)).toEqual([8 * megabyte, 8 * megabyte, 4 * megabyte + 1])
  expect(parts.map(({ number }) => number)).toEqual([1, 2, 3])
  const huge = 5 * 1024 ** 4
  expect(partsOf(huge, partSizeFor(huge)).length).toBeLessThanOrEqual(10_000)
  expect(partSizeFor(100 * megabyte)).toBe(8 * megabyte)
})

test('what arrived whole is not sent again, what was cut short is', () => {
  const parts = partsOf(20, 8)
  const left = missingParts(parts, [
    { number: 1, size: 8 },
    { number: 2, size: 3 },
  ])
  expect(left.map(({ number }) => number)).toEqual([2, 3])
})
