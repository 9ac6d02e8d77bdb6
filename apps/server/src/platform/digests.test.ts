import { createHash, randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { hashAll, StreamingDigests } from './digests.ts'
import { countThreads, endThreads, mostThreads } from './digests-pool.ts'

const expectedOf = (bytes: Uint8Array) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('hex'),
  sha512: createHash('sha512').update(bytes).digest('base64'),
})

test('in one go', () => {
  expect(hashAll(Buffer.from('hello'))).toEqual(expectedOf(Buffer.from('hello')))
})

test.each([true, false])('in pieces, of plain and of shared memory (inline: %s)', async (isInline) => {
  const digests = new StreamingDigests({ isInline, sha512: true })
  const parts = [
    randomBytes(10),
    randomBytes(300_000),
    Buffer.from(new SharedArrayBuffer(70_000)).fill(7),
    randomBytes(0),
  ]
  for (const part of parts) await digests.update(part)
  const whole = Buffer.concat(parts)
  expect(await digests.finish()).toEqual({ ...expectedOf(whole), size: whole.byteLength })
})

test('without SHA-512, unless it is wanted', async () => {
  const bytes = randomBytes(1000)
  const digests = new StreamingDigests()
  await digests.update(bytes)
  expect(await digests.finish()).toEqual({ ...expectedOf(bytes), sha512: '', size: 1000 })
})

test('many at once share few threads and are not mixed up', async () => {
  const bodies = Array.from({ length: 30 }, () => randomBytes(100_000))
  const found = await Promise.all(
    bodies.map(async (body) => {
      const digests = new StreamingDigests({ sha512: true })
      for (let start = 0; start < body.byteLength; start += 30_000)
        await digests.update(body.subarray(start, start + 30_000))
      return digests.finish()
    }),
  )
  expect(found).toEqual(bodies.map((body) => ({ ...expectedOf(body), size: body.byteLength })))
  expect(countThreads()).toBeLessThanOrEqual(mostThreads)
})

test('a thread that dies fails what it was hashing, and the next upload gets a new one', async () => {
  const digests = new StreamingDigests()
  await digests.update(Buffer.from('hel'))
  await endThreads()
  await expect(digests.update(Buffer.from('lo'))).rejects.toThrow('The hashing thread is gone.')
  await expect(digests.finish()).rejects.toThrow('The hashing thread is gone.')
  const next = new StreamingDigests({ sha512: true })
  await next.update(Buffer.from('hello'))
  expect(await next.finish()).toMatchObject(expectedOf(Buffer.from('hello')))
})

test('giving up frees the thread', async () => {
  const digests = new StreamingDigests()
  await digests.update(Buffer.from('hel'))
  digests.abandon()
  digests.abandon()
  await expect(digests.finish()).rejects.toThrow('gone')
})

test('threads end after a quiet while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const digests = new StreamingDigests()
  const finished = (async () => {
    await digests.update(Buffer.from('hello'))
    return digests.finish()
  })()
  await finished
  expect(countThreads()).toBeGreaterThan(0)
  vi.advanceTimersByTime(10_000)
  expect(countThreads()).toBe(0)
  vi.useRealTimers()
})
