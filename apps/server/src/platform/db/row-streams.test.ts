import { afterEach, expect, test, vi } from 'vitest'
import { pieceSize, readAll } from './row-streams.ts'

afterEach(() => vi.useRealTimers())

test('a reader who leaves after a piece closes the query once, also a minute later', async () => {
  vi.useFakeTimers()
  let closed = 0
  const cursor = {
    read: () => Promise.resolve([1, 2, 3]),
    interrupt() {},
    close() {
      closed++
      return Promise.resolve()
    },
  }
  for await (const rows of readAll(cursor, {})) {
    expect(rows).toEqual([1, 2, 3])
    break
  }
  expect(closed).toBe(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(closed).toBe(1)
})

test('the next piece is found while the one before is used, and nobody waits for it who leaves', async () => {
  const piece = Array.from({ length: pieceSize }, (_, index) => index)
  const calls: string[] = []
  let fail: (error: Error) => void = () => {}
  const cursor = {
    read: () => {
      calls.push('read')
      return calls.length === 1
        ? Promise.resolve(piece)
        : new Promise<unknown[]>((_resolve, reject) => (fail = reject))
    },
    interrupt() {
      calls.push('interrupt')
      fail(new Error('The search was ended.'))
    },
    close() {
      calls.push('close')
      return Promise.resolve()
    },
  }
  for await (const rows of readAll(cursor, {})) {
    expect(rows).toEqual(piece)
    expect(calls).toEqual(['read', 'read'])
    break
  }
  expect(calls).toEqual(['read', 'read', 'interrupt', 'close'])
})
