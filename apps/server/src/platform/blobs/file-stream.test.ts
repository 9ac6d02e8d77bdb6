import { randomBytes } from 'node:crypto'
import { open, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createTestFolder } from '../db/test-database.ts'
import { FileStream } from './file-stream.ts'

async function openFile(bytes: Buffer, range = { start: 0, end: bytes.byteLength - 1 }) {
  const path = join(await createTestFolder(), 'file')
  await writeFile(path, bytes)
  const handle = await open(path)
  return { path, handle, stream: new FileStream(handle, range) }
}

/** Takes a piece only when the event loop has gone round once more, and looks at it only then. */
const slowReader = (taken: Buffer[]) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      setImmediate(() => {
        taken.push(Buffer.from(chunk))
        done()
      })
    },
  })

test('everything, or a part, is sent in order, and the file is closed', async () => {
  const bytes = randomBytes(1_000_000)
  for (const range of [
    { start: 0, end: 999_999 },
    { start: 300_000, end: 700_001 },
  ]) {
    const { stream, handle } = await openFile(bytes, range)
    const taken: Buffer[] = []
    await stream.sendTo(slowReader(taken))
    expect(Buffer.concat(taken).equals(bytes.subarray(range.start, range.end + 1))).toBe(true)
    await expect.poll(() => handle.fd).toBe(-1)
  }
})

test('whoever reads it as a stream gets the same', async () => {
  const bytes = randomBytes(700_000)
  const { stream, handle } = await openFile(bytes)
  expect((await buffer(stream)).equals(bytes)).toBe(true)
  await expect.poll(() => handle.fd).toBe(-1)
})

test('a reader that goes away ends it, and the file is closed', async () => {
  const { stream, handle } = await openFile(randomBytes(1_000_000))
  const reader = new Writable({ write: () => setImmediate(() => reader.destroy()) })
  await expect(stream.sendTo(reader)).rejects.toMatchObject({ code: expect.any(String) })
  await expect.poll(() => handle.fd).toBe(-1)
})

test('a file that was cut short breaks off and is not taken for complete', async () => {
  const { stream, path } = await openFile(randomBytes(1_000_000))
  await truncate(path, 500_000)
  await expect(stream.sendTo(slowReader([]))).rejects.toThrow('shorter')
})
