import { expect, test } from 'vitest'
import { KeptBytes } from './kept-bytes.ts'

const refuse = (limit: number) => new Error(`more than ${limit}`)

test('holds what it was given, from any part on, and begins anew', () => {
  const kept = new KeptBytes(20_000, refuse)
  const [first, second] = [Buffer.from('xä€y'), Buffer.from('b'.repeat(10_000))]
  kept.add(first, 1, first.length)
  kept.add(second, 0, second.length)
  expect([kept.length, kept.isText()]).toEqual([first.length - 1 + 10_000, true])
  expect(kept.text(5)).toBe(`y${'b'.repeat(10_000)}`)
  expect(kept.take()).toBe(`ä€y${'b'.repeat(10_000)}`)
  expect([kept.length, kept.take()]).toEqual([0, ''])
  kept.add(first, 2, 3)
  expect(kept.isText()).toBe(false)
})

test('the limit is reached and not passed', () => {
  const kept = new KeptBytes(3, refuse)
  kept.add(Buffer.from('abc'), 0, 3)
  expect(() => kept.add(Buffer.from('d'), 0, 1)).toThrow('more than 3')
  expect(kept.text()).toBe('abc')
})

test('very small pieces take no more memory than large ones', () => {
  const pieces = 3 << 20
  const kept = new KeptBytes(pieces, refuse)
  const piece = Buffer.from('a')
  const before = process.memoryUsage.rss()
  for (let count = 0; count < pieces; count++) kept.add(piece, 0, 1)
  expect(kept.length).toBe(pieces)
  // A list of them would take a hundred times as much as they have bytes.
  expect(process.memoryUsage.rss() - before).toBeLessThan(100 << 20)
})
