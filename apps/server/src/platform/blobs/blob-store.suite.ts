// The promises of blob-store.ts as code. Each adapter's test calls this with a way to open an empty store.
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Db } from '../db/connect.ts'
import type { BlobStore, ByteRange, StagedBlob } from './blob-store.ts'
import type { GrowingFile } from './growing-file.ts'

/** For adapters that have none. */
export const noDatabase = undefined as unknown as Db

// Below, around and above the sizes at which an adapter may change its ways.
const sizes = [0, 1, 1000, 64 * 1024, 256 * 1024, 256 * 1024 + 1, 1_000_000, 3_000_000]

/** `keep` is how the adapter's user keeps what is staged. */
export function blobStoreSuite(
  open: () => Promise<BlobStore>,
  keep = (staged: StagedBlob): Promise<void> => staged.keep(),
  inTransaction: <T>(body: (db: Db) => Promise<T>) => Promise<T> = (body) => body(noDatabase),
): void {
  async function remove(store: BlobStore, sha256: string): Promise<void> {
    await inTransaction((db) => store.setAside(db, [sha256]))
    await store.dropAside(sha256)
  }

  describe('a blob store', () => {
    test.each(sizes)('takes %i bytes whose chunks are only lent, whatever was announced', async (size) => {
      const store = await open()
      for (const announced of [undefined, size, 300_000, 1_500_000, 2 << 20]) {
        const bytes = randomBytes(size)
        const staged = await store.stage(lent(bytes), { announced, sha512: true })
        expect(staged).toMatchObject(expectedOf(bytes))
        expect(staged.bytes?.equals(bytes) ?? true).toBe(true)
        expect((await buffer(staged.read())).equals(bytes)).toBe(true)
        await keep(staged)
        expect((await read(store, staged.sha256))?.equals(bytes)).toBe(true)
      }
    })

    test.each(sizes)('gives back %i bytes as they were, with their digests', async (size) => {
      const store = await open()
      const bytes = randomBytes(size)
      const staged = await store.stage(chunksOf(bytes))
      // The SHA-512 of large ones is left out until somebody wants it.
      const sha512 = expect.toBeOneOf(['', expectedOf(bytes).sha512])
      expect(staged).toMatchObject({ ...expectedOf(bytes), sha512 })
      expect((await buffer(staged.read())).equals(bytes)).toBe(true)
      await keep(staged)
      expect((await buffer(staged.read())).equals(bytes)).toBe(true)
      expect((await read(store, staged.sha256))?.equals(bytes)).toBe(true)
      expect(await store.has(staged.sha256)).toBe(true)
    })

    test('takes chunks of every size', async () => {
      const store = await open()
      const bytes = randomBytes(2_000_000)
      for (const chunk of [777, 65_536, 256 * 1024, 1_999_999]) {
        const staged = await store.stage(chunksOf(bytes, chunk))
        expect(staged.sha256).toBe(expectedOf(bytes).sha256)
        await staged.discard()
      }
    })

    test.each([10, 1_000_000])(
      'does not have %i bytes before they are kept, nor after they were discarded',
      async (size) => {
        const store = await open()
        const staged = await store.stage(chunksOf(randomBytes(size)))
        expect(await store.has(staged.sha256)).toBe(false)
        expect(await store.open(staged.sha256)).toBeUndefined()
        await staged.discard()
        await staged.discard()
        expect(await store.has(staged.sha256)).toBe(false)
        expect(await digestsIn(store)).toEqual([])
      },
    )

    test.each([10, 1_000_000])('discarding after keeping changes nothing (%i bytes)', async (size) => {
      const store = await open()
      const staged = await store.stage(chunksOf(randomBytes(size)))
      await keep(staged)
      await keep(staged)
      await staged.discard()
      expect((await read(store, staged.sha256))?.byteLength).toBe(size)
    })

    test.each([10, 1_000_000])('keeps the same %i bytes as often as asked, also at once', async (size) => {
      const store = await open()
      const bytes = randomBytes(size)
      const many = await Promise.all(Array.from({ length: 8 }, () => store.stage(chunksOf(bytes))))
      await Promise.all(many.map((staged) => keep(staged)))
      const again = await store.stage(chunksOf(bytes))
      await keep(again)
      expect(await digestsIn(store)).toEqual([again.sha256])
      expect((await read(store, again.sha256))?.equals(bytes)).toBe(true)
    })

    test('can be read while it arrives; the last byte comes when the whole was found right', async () => {
      const store = await open()
      const bytes = randomBytes(2_000_000)
      const watched = Promise.withResolvers<GrowingFile>()
      const staging = store.stage(chunksOf(bytes, 50_000), { watch: watched.resolve })
      const growing = await watched.promise
      const [whole, part, lost] = [
        buffer(growing.read()),
        buffer(growing.read({ start: 5, end: 699_999 })),
        growing.read(),
      ]
      lost.destroy()
      expect((await part).equals(bytes.subarray(5, 700_000))).toBe(true)
      const staged = await staging
      await keep(staged)
      const early = growing.read()
      let seen = 0
      for await (const piece of early) {
        // Reader of an async iterable of bytes.
        seen += (piece as Buffer).byteLength
        if (seen === bytes.byteLength - 1) growing.complete()
      }
      expect(seen).toBe(bytes.byteLength)
      expect((await whole).equals(bytes)).toBe(true)
    })

    test('whoever reads along learns that it failed', async () => {
      const store = await open()
      const watched = Promise.withResolvers<GrowingFile>()
      const staging = store.stage(chunksOf(randomBytes(1_000_000)), { watch: watched.resolve })
      const growing = await watched.promise
      const reading = buffer(growing.read())
      growing.fail(new Error('not what was announced'))
      await expect(reading).rejects.toThrow('not what was announced')
      await (await staging).discard()
    })

    test.each<[ByteRange, number]>([
      [{ start: 0, end: 0 }, 1],
      [{ start: 5, end: 9 }, 5],
      [{ start: 700_000, end: 999_999 }, 300_000],
    ])('reads the part %o', async (range, length) => {
      const store = await open()
      const bytes = randomBytes(1_000_000)
      const staged = await store.stage(chunksOf(bytes))
      await keep(staged)
      const opened = await store.open(staged.sha256, range)
      expect(opened?.size).toBe(1_000_000)
      const part = await buffer(opened?.stream ?? Readable.from([]))
      expect(part.byteLength).toBe(length)
      expect(part.equals(bytes.subarray(range.start, range.end + 1))).toBe(true)
    })

    test.each([100, 600_000])(
      'refuses more than the limit of %i bytes and leaves nothing behind',
      async (limit) => {
        const store = await open()
        const bytes = randomBytes(limit + 1)
        await expect(store.stage(chunksOf(bytes, 100), { limit })).rejects.toMatchObject({
          code: 'too-large',
          status: 413,
        })
        expect(await digestsIn(store)).toEqual([])
        const exact = await store.stage(chunksOf(bytes.subarray(0, limit), 100), { limit })
        expect(exact.size).toBe(limit)
        await exact.discard()
      },
    )

    test.each([100, 600_000])('passes on the error of a source that fails after %i bytes', async (size) => {
      const store = await open()
      const failure = new Error('the client went away')
      await expect(store.stage(failing(randomBytes(size), failure))).rejects.toBe(failure)
      expect(await digestsIn(store)).toEqual([])
    })

    test('gives small blobs whole, again and again, and large ones never', async () => {
      const store = await open()
      const [small, large] = [randomBytes(5000), randomBytes(9_000_000)]
      const keptSmall = await store.stage(chunksOf(small))
      const keptLarge = await store.stage(chunksOf(large))
      await keep(keptSmall)
      await keep(keptLarge)
      for (let time = 0; time < 3; time += 1) {
        expect((await store.readSmall(keptSmall.sha256))?.equals(small)).toBe(true)
        expect(await store.readSmall(keptLarge.sha256)).toBeUndefined()
      }
    })

    test.each([5000, 1_000_000])(
      'takes %i bytes away from every way to them, and does not mind when they are not there',
      async (size) => {
        const store = await open()
        const staged = await store.stage(chunksOf(randomBytes(size)))
        await keep(staged)
        await store.readSmall(staged.sha256)
        await remove(store, staged.sha256)
        await remove(store, staged.sha256)
        expect(await store.readSmall(staged.sha256)).toBeUndefined()
        expect(await store.open(staged.sha256)).toBeUndefined()
        expect(await store.has(staged.sha256)).toBe(false)
        expect(await store.listAside()).toEqual([])
        expect(await inTransaction((db) => store.bringBack(db, staged.sha256))).toBe(false)
      },
    )

    test('gives bytes back that were taken away between keeping them and writing their rows', async () => {
      const store = await open()
      const bytes = randomBytes(1_000_000)
      const staged = await store.stage(chunksOf(bytes))
      await keep(staged)
      await inTransaction((db) => store.setAside(db, [staged.sha256]))
      expect(await store.listAside()).toMatchObject([{ sha256: staged.sha256, size: 1_000_000 }])
      await inTransaction((db) => staged.keepIn(db))
      expect((await read(store, staged.sha256))?.equals(bytes)).toBe(true)
      expect(await store.listAside()).toEqual([])
    })

    test.each(['', 'abc', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(63)}/`, `${'a'.repeat(64)}\0`])(
      'has nothing under %j, which is no digest',
      async (text) => {
        const store = await open()
        expect(await store.has(text)).toBe(false)
        expect(await store.open(text)).toBeUndefined()
        expect(await store.readSmall(text)).toBeUndefined()
        await remove(store, text)
        expect(await inTransaction((db) => store.bringBack(db, text))).toBe(false)
      },
    )

    test('lists every blob with its size', async () => {
      const store = await open()
      const expected = new Map<string, number>()
      for (let size = 1; size <= 30; size += 1) {
        const staged = await store.stage(chunksOf(randomBytes(size)))
        await keep(staged)
        expected.set(staged.sha256, size)
      }
      const found = new Map<string, number>()
      for await (const { sha256, size, modifiedAt } of store.list()) {
        found.set(sha256, size)
        expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
      }
      expect(found).toEqual(expected)
    })

    test('takes many uploads at once without mixing them up', async () => {
      const store = await open()
      const bodies = Array.from({ length: 20 }, (_, index) => randomBytes(200_000 + index * 40_000))
      const many = await Promise.all(
        bodies.map((bytes) => store.stage(chunksOf(bytes, 10_000), { sha512: true })),
      )
      await Promise.all(many.map((staged) => keep(staged)))
      for (const [index, staged] of many.entries()) {
        expect(staged).toMatchObject(expectedOf(bodies[index] ?? Buffer.alloc(0)))
      }
    })
  })
}

async function* chunksOf(bytes: Buffer, size = 65_536): AsyncIterable<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size)
}

/** The same memory again and again. */
async function* lent(bytes: Buffer): AsyncIterable<Uint8Array> {
  const room = Buffer.alloc(50_000)
  for await (const chunk of chunksOf(bytes, room.byteLength)) {
    room.set(chunk)
    yield room.subarray(0, chunk.byteLength)
    room.fill(0)
  }
}

async function* failing(bytes: Buffer, failure: Error): AsyncIterable<Uint8Array> {
  yield* chunksOf(bytes)
  throw failure
}

async function read(store: BlobStore, sha256: string): Promise<Buffer | undefined> {
  const opened = await store.open(sha256)
  return opened === undefined ? undefined : buffer(opened.stream)
}

async function digestsIn(store: BlobStore): Promise<string[]> {
  const digests: string[] = []
  for await (const { sha256 } of store.list()) digests.push(sha256)
  return digests
}

const expectedOf = (bytes: Buffer) => ({
  size: bytes.byteLength,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  sha1: createHash('sha1').update(bytes).digest('hex'),
  md5: createHash('md5').update(bytes).digest('hex'),
  sha512: createHash('sha512').update(bytes).digest('base64'),
})
