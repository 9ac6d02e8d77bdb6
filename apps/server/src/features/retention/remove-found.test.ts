import { expect, test } from 'vitest'
import { unknownRepository } from '../../registry/repositories.ts'
import type { ExpiredFile } from './find.ts'
import { removeFound } from './remove-found.ts'

const file = (path: string, version?: string): ExpiredFile => ({
  path,
  size: 10,
  createdAt: '',
  ...(version !== undefined && { version }),
})

/** Each file takes half a minute. */
async function run(files: ExpiredFile[], minutes?: number, signal = new AbortController().signal) {
  let now = 0
  const removed: string[] = []
  const result = { removed: { count: 0, bytes: 0 } }
  const isDone = await removeFound(
    {
      repositories: async () => [unknownRepository('files', 'generic')],
      async *find() {
        yield files
      },
      ...(minutes !== undefined && { minutes }),
    },
    { result, tell: async () => undefined },
    {
      clock: { now: () => new Date(now) },
      signal,
      async remove(_repository, path) {
        now += 30_000
        removed.push(path)
        return path === 'gone' ? 0 : 1
      },
    },
  )
  return { isDone, removed, ...result.removed }
}

const four = ['a', 'b', 'c', 'd'].map((path) => file(path))

test('a run ends when its minutes are over, and says that it is not done', async () => {
  expect(await run(four, 1)).toEqual({ isDone: false, removed: ['a', 'b'], count: 2, bytes: 20 })
  expect(await run(four, 2)).toMatchObject({ isDone: true, count: 4 })
  expect(await run(four)).toMatchObject({ isDone: true, count: 4 })
})

test('a version that was begun goes as a whole, beyond the minutes', async () => {
  const files = [file('a', '1'), file('b', '2'), file('c', '2'), file('d', '2'), file('e', '3')]
  expect(await run(files, 1)).toMatchObject({ isDone: false, removed: ['a', 'b', 'c', 'd'] })
})

test('what somebody else removed is not counted, and a stop is a stop', async () => {
  expect(await run([file('gone'), file('a')])).toMatchObject({ isDone: true, count: 1, bytes: 10 })
  await expect(run(four, 1, AbortSignal.abort())).rejects.toThrow('aborted')
})
