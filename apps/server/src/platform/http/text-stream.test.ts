import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { textStream } from './text-stream.ts'

test('B07: others have a turn after each piece of a long answer, however fast it is made and read', async () => {
  let isRead = false
  let turns = 0
  const others = (async () => {
    for (; !isRead; turns++) await nextTurn()
  })()
  let text = ''
  for await (const piece of textStream(letters())) text += String(piece)
  isRead = true
  await others
  expect(text).toBe('x'.repeat(1000))
  expect(turns).toBeGreaterThanOrEqual(1000)
})

test('who stops reading ends what makes it', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield 'x'
    } finally {
      isEnded = true
    }
  }
  for await (const piece of textStream(endless())) if (piece) break
  await expect.poll(() => isEnded).toBe(true)
})

async function* letters(): AsyncGenerator<string> {
  for (let count = 0; count < 1000; count++) yield 'x'
}
