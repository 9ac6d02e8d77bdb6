import { afterEach, expect, test, vi } from 'vitest'
import { readAll } from './row-streams.ts'

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
