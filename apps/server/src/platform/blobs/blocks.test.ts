import { expect, test } from 'vitest'
import { Blocks } from './blocks.ts'

const create = () => new Blocks((bytes) => new Uint8Array(bytes))
const sum = (blocks: Uint8Array[]) => blocks.reduce((bytes, block) => bytes + block.byteLength, 0)

test('few get large blocks, hundreds at once hold little', () => {
  const blocks = create()
  expect(blocks.isScarce).toBe(false)
  const taken = Array.from({ length: 400 }, () => blocks.take())
  expect(blocks.isScarce).toBe(true)
  expect(taken[0]?.byteLength).toBe(256 * 1024)
  expect(taken.at(-1)?.byteLength).toBe(32 * 1024)
  expect(sum(taken)).toBeLessThan(20 * 1024 * 1024)
})

test('what is given back is used again, and never by two', () => {
  const blocks = create()
  const first = Array.from({ length: 40 }, () => blocks.take())
  for (const block of first.slice(0, 30)) blocks.give(block)
  const second = Array.from({ length: 30 }, () => blocks.take())
  expect(new Set([...first.slice(30), ...second]).size).toBe(40)
  expect(new Set([...first, ...second]).size).toBe(40)
})

test('a block that was dropped makes room for a new one and does not come back', () => {
  const blocks = create()
  const dropped = Array.from({ length: 16 }, () => blocks.take())
  for (const block of dropped) blocks.drop(block)
  const next = Array.from({ length: 17 }, () => blocks.take())
  expect(next.some((block) => dropped.includes(block))).toBe(false)
  expect(next.slice(0, 16).every((block) => block.byteLength === 256 * 1024)).toBe(true)
  expect(next[16]?.byteLength).toBe(32 * 1024)
})
