import { expect, test } from 'vitest'
import { Slabs } from './slabs.ts'

test('a few at once get one, each its own, and what is given back is used again', () => {
  const slabs = new Slabs()
  const taken = Array.from({ length: 6 }, () => slabs.take(1_000_000))
  const [first] = taken
  expect(taken.map((slab) => slab !== undefined)).toEqual([true, true, true, true, false, false])
  expect(new Set(taken).size).toBe(5)
  if (first) slabs.give(first)
  expect(slabs.take(2 << 20)).toBe(first)
})

test('not for what is too large, or of unknown length', () => {
  const slabs = new Slabs()
  expect([slabs.take(0), slabs.take((2 << 20) + 1), slabs.take(Number.NaN)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
