import { expect, test } from 'vitest'
import { LineWriter } from './log-writer.ts'

test('who asks at the very end of a run is not told that everything is written before it is', async () => {
  const written: string[] = []
  const writer = new LineWriter({
    async write(bytes) {
      written.push(bytes.toString())
    },
    writeSync: () => {},
    close: async () => {},
  })
  // The second line comes some microtasks after the first was handed over: at one of these counts right between the last look
  // of that run and its end.
  for (let count = 0; count < 20; count++) {
    writer.write(`first ${count}\n`)
    const first = writer.flush()
    for (let turn = 0; turn < count; turn++) await Promise.resolve()
    writer.write(`second ${count}\n`)
    await writer.flush()
    expect(written.join('')).toContain(`second ${count}\n`)
    await first
  }
})
