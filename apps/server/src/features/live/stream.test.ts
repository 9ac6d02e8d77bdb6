import { expect, test } from 'vitest'
import { beatOf, EventStream, messageOf } from './stream.ts'

const event = { topic: 'packages', kind: 'published', at: '2026-01-01T00:00:00.000Z' } as const

test('a reader who does not read is cut off before much is collected', () => {
  const stream = new EventStream()
  const text = messageOf({ ...event, path: 'x'.repeat(1000) }, 1)
  let sent = 0
  while (!stream.destroyed && sent < 10_000) {
    stream.send(text)
    sent += 1
  }
  expect(stream.destroyed).toBe(true)
  expect(sent * text.length).toBeLessThan(300 * 1024)
})

test('a reader who reads gets everything, then the end', async () => {
  const stream = new EventStream()
  const text = messageOf({ ...event, path: 'x'.repeat(1000) }, 1)
  let read = 0
  const reading = (async () => {
    for await (const chunk of stream) read += (chunk as Buffer).length
  })()
  for (let sent = 0; sent < 1000; sent += 1) {
    stream.send(text)
    if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  stream.end()
  await reading
  expect(read).toBe(1000 * text.length)
})

test('a name that holds line ends cannot forge an event', () => {
  const text = messageOf({ ...event, path: 'a\n\ndata: {"topic":"session"}\r\n\u2028' }, 7)
  expect(text.split('\n')).toHaveLength(4)
  expect(text.startsWith('id: 7\ndata: {')).toBe(true)
  expect(beatOf(7)).toBe('id: 7\nevent: beat\ndata: {}\n\n')
})
