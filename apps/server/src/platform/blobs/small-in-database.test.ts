import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../tests/support/database.ts'
import { filesBelow } from '../../../../../tests/support/stored.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { createTestFolder, createTestLog } from '../db/test-database.ts'
import { transaction } from '../db/transaction.ts'
import type { StagedBlob } from './blob-store.ts'
import { blobStoreSuite } from './blob-store.suite.ts'
import { openDiskBlobStore } from './disk.ts'
import { keepSmallInDatabase, rowLimit } from './small-in-database.ts'

let database: Database
let folder: string
const closers: (() => Promise<unknown>)[] = []

// One database for all: making one takes longer than everything else here.
beforeAll(async () => {
  const made = await createTestDatabase()
  const home = await mkdtemp(join(tmpdir(), 'bindery-'))
  database = await connectDatabase({
    databaseUrl: made.url,
    file: join(home, 'bindery.db'),
    log: createTestLog(),
  })
  closers.push(
    () => database.close(),
    made.drop,
    () => rm(home, { recursive: true }),
  )
  await migrate(database)
})

afterAll(async () => {
  for (const close of closers) await close()
})

async function open() {
  await transaction(database, (db) => db.deleteFrom('blob_contents').execute())
  folder = await createTestFolder()
  return keepSmallInDatabase(database, await openDiskBlobStore({ folder, log: createTestLog() }))
}

async function keep(staged: StagedBlob): Promise<void> {
  await staged.keep()
  await transaction(database, (db) => staged.keepIn(db))
}

blobStoreSuite(open, keep, (body) => transaction(database, body))

test('up to the limit no file is made, not even for a moment; beyond it no row', async () => {
  const store = await open()
  const small = await store.stage(randomBytes(rowLimit))
  expect(small.isRow).toBe(true)
  await small.keep()
  expect(await filesBelow(folder)).toEqual([])
  expect(await store.has(small.sha256)).toBe(false)
  await keep(small)
  expect(await filesBelow(folder)).toEqual([])
  const large = await store.stage(randomBytes(rowLimit + 1))
  expect(large.isRow).toBe(false)
  await keep(large)
  expect(await filesBelow(folder)).toHaveLength(1)
  const rows = await database.db.selectFrom('blob_contents').select('sha256').execute()
  expect(rows).toEqual([{ sha256: small.sha256 }])
})

test('a transaction that fails takes the bytes with it', async () => {
  const store = await open()
  const staged = await store.stage(randomBytes(100))
  const failing = transaction(database, async (db) => {
    await staged.keepIn(db)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await store.readSmall(staged.sha256)).toBeUndefined()
})

test('small files of an earlier version, which lie in the folder, are still found', async () => {
  const store = await open()
  const earlier = await openDiskBlobStore({ folder, log: createTestLog() })
  const bytes = randomBytes(100)
  const staged = await earlier.stage(bytes)
  await staged.keep()
  expect(await store.has(staged.sha256)).toBe(true)
  expect((await store.readSmall(staged.sha256))?.equals(bytes)).toBe(true)
  await transaction(database, (db) => store.setAside(db, [staged.sha256]))
  expect(await store.has(staged.sha256)).toBe(false)
})
