import { expect, test } from 'vitest'
import { halve, hitShare, type HitCounts } from './hit-share.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day))
const counted = (hits: number, misses: number): HitCounts => ({ hits, misses, halvedAt: at(0) })

test('nothing is told of fewer than twenty requests', () => {
  expect(hitShare(counted(19, 0), at(0))).toBeNull()
  expect(hitShare(counted(19, 1), at(0))).toBe(0.95)
  expect(hitShare(counted(0, 20), at(0))).toBe(0)
})

test('the present counts more than the past', () => {
  const counts = counted(0, 800)
  halve(counts, at(3))
  expect(counts).toEqual({ hits: 0, misses: 100, halvedAt: at(3) })
  counts.hits += 300
  expect(hitShare(counts, at(3))).toBe(0.75)
})

test('a day is taken once, however often it is looked at, and what nobody asks for is forgotten', () => {
  const counts = counted(40, 0)
  for (let look = 0; look < 5; look++) halve(counts, at(1.5))
  expect(counts).toEqual({ hits: 20, misses: 0, halvedAt: at(1) })
  expect(hitShare(counts, at(2))).toBeNull()
  halve(counts, at(20_000))
  expect(counts.hits).toBe(0)
})

test('the first look begins the first day', () => {
  const counts: HitCounts = { hits: 20, misses: 0, halvedAt: undefined }
  expect(hitShare(counts, at(7))).toBe(1)
  expect(counts.halvedAt).toEqual(at(7))
})
