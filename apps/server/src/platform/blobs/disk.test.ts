import { hash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { mkdir, readdir, readFile, readlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mountAt } from '../../../../../tests/support/small-disk.ts'
import { createTestFolder, createTestLog } from '../db/test-database.ts'
import { endThreads } from '../digests-pool.ts'
import { hashAll } from '../digests.ts'
import type { BlobStore } from './blob-store.ts'
import { blobStoreSuite, noDatabase } from './blob-store.suite.ts'
import { openDiskBlobStore } from './disk.ts'
import { blobPath } from './folders.ts'

async function openIn(folder: string, isShared = false): Promise<BlobStore> {
  const store = await openDiskBlobStore({ folder, log: createTestLog(), isShared })
  onTestFinished(() => store.close())
  return store
}

blobStoreSuite(async () => openIn(await createTestFolder()))

const stage = (store: BlobStore, bytes: Buffer) => store.stage(Readable.from([bytes]))

const temporaryFiles = (folder: string) => readdir(join(folder, 'tmp'))

const openFilesIn = async (folder: string) => {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
  return targets.filter(
    (target) =>
      target.startsWith(join(folder, 'tmp', '/')) ||
      (target.startsWith(folder) && /[0-9a-f]{64}$/.test(target)),
  )
}

test('a blob lies in the folder of its first two digits, and nothing temporary is left', async () => {
  const folder = await createTestFolder()
  const store = await openIn(folder)
  for (const size of [10, 1_000_000]) {
    const bytes = randomBytes(size)
    const staged = await stage(store, bytes)
    await staged.keep()
    expect((await readFile(blobPath(folder, staged.sha256))).equals(bytes)).toBe(true)
  }
  expect(await temporaryFiles(folder)).toEqual([])
})

test.each([10, 1_000_000])(
  '%i bytes are synced before they get their name, and the name before they are called kept',
  async (size) => {
    const folder = await createTestFolder()
    const store = await openIn(folder)
    const bytes = randomBytes(size)
    const path = blobPath(folder, hash('sha256', bytes))
    const steps = watchSyncs(() => fs.existsSync(path))
    const staged = await stage(store, bytes)
    await staged.keep()
    expect(steps).toEqual(['bytes, hasName: false', 'folder, hasName: true'])
  },
)

/** Grows with each sync that has succeeded; the syncs themselves are the real ones. */
function watchSyncs(hasName: () => boolean): string[] {
  const steps: string[] = []
  for (const [name, what] of [['fdatasync', 'bytes'] as const, ['fsync', 'folder'] as const]) {
    const real = fs[name]
    const watched = (fd: number, callback: fs.NoParamCallback) =>
      real(fd, (error) => {
        steps.push(`${what}, hasName: ${hasName()}`)
        callback(error)
      })
    vi.spyOn(fs, name).mockImplementation(watched)
  }
  onTestFinished(() => void vi.restoreAllMocks())
  return steps
}

test('unfinished uploads of a process that died are swept at the start', async () => {
  const folder = await createTestFolder()
  await mkdir(join(folder, 'tmp'), { recursive: true })
  await writeFile(join(folder, 'tmp', 'torn'), 'half of some')
  await openIn(folder)
  expect(await temporaryFiles(folder)).toEqual([])
})

test('in a folder shared with other processes only old uploads are swept', async () => {
  const folder = await createTestFolder()
  await mkdir(join(folder, 'tmp'), { recursive: true })
  await writeFile(join(folder, 'tmp', 'running'), '')
  await writeFile(join(folder, 'tmp', 'forgotten'), '')
  const longAgo = new Date(Date.now() - 48 * 60 * 60 * 1000)
  await utimes(join(folder, 'tmp', 'forgotten'), longAgo, longAgo)
  await openIn(folder, true)
  expect(await temporaryFiles(folder)).toEqual(['running'])
})

test('bytes survive closing and opening again', async () => {
  const folder = await createTestFolder()
  const store = await openIn(folder)
  const staged = await stage(store, Buffer.from('hello'))
  await staged.keep()
  await store.close()
  const again = await openIn(folder)
  expect(String(await again.readSmall(staged.sha256))).toBe('hello')
})

test('a file of the wrong length under the digest is replaced by the right one', async () => {
  const folder = await createTestFolder()
  const store = await openIn(folder)
  const staged = await stage(store, Buffer.from('hello'))
  await writeFile(blobPath(folder, staged.sha256), 'hel')
  await staged.keep()
  expect(String(await readFile(blobPath(folder, staged.sha256)))).toBe('hello')
})

test('a blob that is kept again gets a new date, so that a garbage collector spares it', async () => {
  const folder = await createTestFolder()
  const store = await openIn(folder)
  const first = await stage(store, Buffer.from('hello'))
  await first.keep()
  const longAgo = new Date('2020-01-01')
  await utimes(blobPath(folder, first.sha256), longAgo, longAgo)
  const again = await stage(store, Buffer.from('hello'))
  await again.keep()
  for await (const { modifiedAt } of store.list())
    expect(modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect.assertions(1)
})

test('an upload whose hashing thread dies is hashed again from the file', async () => {
  const store = await openIn(await createTestFolder())
  const bytes = randomBytes(2_000_000)
  async function* interrupted() {
    yield bytes.subarray(0, 1_000_000)
    await endThreads()
    yield bytes.subarray(1_000_000)
  }
  const staged = await store.stage(interrupted(), { sha512: true })
  expect(staged).toMatchObject({ ...hashAll(bytes), size: 2_000_000 })
  await staged.keep()
})

test('a blob of middle size is kept in memory from the second time on', async () => {
  const folder = await createTestFolder()
  const store = await openIn(folder)
  const bytes = randomBytes(1_000_000)
  const staged = await stage(store, bytes)
  await staged.keep()
  expect(await store.readSmall(staged.sha256)).toBeUndefined()
  const [second, third] = [await store.readSmall(staged.sha256), await store.readSmall(staged.sha256)]
  expect(second?.equals(bytes)).toBe(true)
  // The very same memory, not another copy.
  expect(third).toBe(second)
})

test('no file stays open: after reading to the end, stopping halfway, refusing and discarding', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'reads /proc')
  const folder = await createTestFolder()
  const store = await openIn(folder)
  const staged = await stage(store, randomBytes(5_000_000))
  await staged.keep()
  const whole = await store.open(staged.sha256)
  await whole?.stream.resume().toArray()
  const half = await store.open(staged.sha256)
  for await (const _chunk of half?.stream ?? []) break
  const unread = await store.open(staged.sha256)
  unread?.stream.destroy()
  const refused = store.stage(Readable.from([randomBytes(300_000), randomBytes(300_000)]), { limit: 400_000 })
  await expect(refused).rejects.toMatchObject({ code: 'too-large' })
  const discarded = await stage(store, randomBytes(1_000_000))
  await discarded.discard()
  await expect.poll(() => openFilesIn(folder)).toEqual([])
  expect(await temporaryFiles(folder)).toEqual([])
})

describe('what is synced while it still arrives', () => {
  const piece = randomBytes(1 << 20)
  const many = () => Readable.from(Array.from({ length: 40 }, () => piece))

  test('is whole in the end', async () => {
    const folder = await createTestFolder()
    const store = await openIn(folder)
    const steps = watchSyncs(() => false)
    const staged = await store.stage(many())
    await staged.keep()
    expect(steps.length).toBeGreaterThan(2)
    const expected = Buffer.concat(Array.from({ length: 40 }, () => piece))
    expect(staged.sha256).toBe(hash('sha256', expected))
    expect((await readFile(blobPath(folder, staged.sha256))).equals(expected)).toBe(true)
    expect(await openFilesIn(folder)).toEqual([])
  })

  test('is not kept when the disk failed then, although the last sync finds nothing wrong', async () => {
    const folder = await createTestFolder()
    const store = await openIn(folder)
    const failing = vi.spyOn(fs, 'fdatasync').mockImplementationOnce((_fd, done) => {
      done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
    })
    onTestFinished(() => failing.mockRestore())
    const staged = await store.stage(many())
    await expect(staged.keep()).rejects.toThrow('EIO')
    expect(failing.mock.calls.length).toBe(1)
    expect(await temporaryFiles(folder)).toEqual([])
    expect(await store.has(staged.sha256)).toBe(false)
    expect(await openFilesIn(folder)).toEqual([])
  })
})

test('J16: however many folders get bytes, most descriptors are left for clients', async () => {
  const store = await openIn(await createTestFolder())
  const before = (await readdir('/proc/self/fd')).length
  const keep = async () => (await stage(store, randomBytes(100))).keep()
  for (let round = 0; round < 15; round++) await Promise.all(Array.from({ length: 100 }, keep))
  await expect.poll(async () => (await readdir('/proc/self/fd')).length - before).toBeLessThan(100)
})

test('a full disk is refused with a sentence and leaves nothing behind', async ({ skip }) => {
  const folder = await createTestFolder()
  skip(!mountAt(folder, 3), 'needs to be root to make a small file system')
  const store = await openIn(folder)
  await expect(stage(store, randomBytes(5_000_000))).rejects.toMatchObject({
    code: 'storage-full',
    status: 507,
  })
  expect(await temporaryFiles(folder)).toEqual([])
  const kept: string[] = []
  const fill = async () => {
    for (;;) {
      const staged = await stage(store, randomBytes(100_000))
      await staged.keep()
      kept.push(staged.sha256)
    }
  }
  await expect(fill()).rejects.toMatchObject({ code: 'storage-full' })
  expect(kept.length).toBeGreaterThan(3)
  expect(await temporaryFiles(folder)).toEqual([])
  await store.setAside(noDatabase, kept.slice(0, 3))
  for (const sha256 of kept.slice(0, 3)) await store.dropAside(sha256)
  await (await stage(store, randomBytes(100_000))).keep()
})
