// What only SQLite has to prove: one process per folder, nothing acknowledged lost, a short log, a full disk.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mountAt } from '../../../../../tests/support/small-disk.ts'
import { connectDatabase, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createTestFolder, createTestLog } from './test-database.ts'
import { transaction } from './transaction.ts'

const openFolder = (folder: string) =>
  connectDatabase({ file: join(folder, 'bindery.db'), log: createTestLog() })

async function openMigrated(folder: string): Promise<Database> {
  const database = await openFolder(folder)
  await migrate(database)
  return database
}

const put = (database: Database, name: string, value = '') =>
  transaction(database, (db) => db.insertInto('settings').values({ name, value }).execute())

/** A process of its own that opens the folder and commits row after row, telling each one it was promised. */
function startWriter(folder: string): ChildProcess {
  const program = fileURLToPath(new URL('./commit-loop.fixture.ts', import.meta.url))
  const child = fork(program, [folder], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a second process on the same folder is told who is there, and may come in after it was killed', async () => {
  const folder = await createTestFolder()
  const child = startWriter(folder)
  await once(child, 'message')
  await expect(openFolder(folder)).rejects.toThrow(
    `Another Bindery is running on this data folder (process ${child.pid}). Stop it, or set BINDERY_HOME to another folder.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  const database = await openFolder(folder)
  await database.close()
})

test('the same process cannot open a folder twice, but can open it again', async () => {
  const folder = await createTestFolder()
  const database = await openFolder(folder)
  await expect(openFolder(folder)).rejects.toThrow('Another Bindery is running on this data folder')
  await database.close()
  await database.close()
  await (await openFolder(folder)).close()
})

test('nothing that was acknowledged is lost when the process is killed in the middle of commits', async () => {
  const folder = await createTestFolder()
  await (await openMigrated(folder)).close()
  let acknowledged = 0
  for (let round = 0; round < 5; round += 1) {
    const child = startWriter(folder)
    const enough = 30 + round * 37
    let seen = 0
    await new Promise<void>((resolve) => {
      child.on('message', () => {
        acknowledged += 1
        seen += 1
        if (seen === enough) child.kill('SIGKILL')
      })
      child.on('exit', () => resolve())
    })
  }
  const database = await openFolder(folder)
  onTestFinished(() => database.close())
  const rows = await database.db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'row:%')
    .execute()
  expect(acknowledged).toBeGreaterThanOrEqual(30 * 5)
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
  // Each transaction writes two rows: never one of them alone.
  const pairs = await database.db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'pair:%')
    .execute()
  expect(pairs.map((row) => row.name.slice(5)).toSorted()).toEqual(
    rows.map((row) => row.name.slice(4)).toSorted(),
  )
})

test('a transaction returns after the log was synced, and those that commit together share syncs', async () => {
  const folder = await createTestFolder()
  const database = await openMigrated(folder)
  onTestFinished(() => database.close())
  const syncs = watchSyncs()
  for (let row = 0; row < 5; row += 1) {
    await put(database, `one:${row}`)
    expect(syncs).toHaveLength(row + 1)
  }
  await Promise.all(Array.from({ length: 50 }, (_, row) => put(database, `many:${row}`)))
  expect(syncs.length - 5).toBeGreaterThan(0)
  expect(syncs.length - 5).toBeLessThan(25)
  const before = syncs.length
  await transaction(database, (db) => db.deleteFrom('settings').where('name', '=', 'nobody').execute())
  expect(syncs).toHaveLength(before)
})

/** Grows with each sync of a file that has succeeded; the syncs themselves are the real ones. */
function watchSyncs(): number[] {
  const done: number[] = []
  const { fdatasync } = fs
  const watched = (fd: number, callback: fs.NoParamCallback) =>
    fdatasync(fd, (error) => {
      done.push(fd)
      callback(error)
    })
  vi.spyOn(fs, 'fdatasync').mockImplementation(watched)
  onTestFinished(() => void vi.restoreAllMocks())
  return done
}

test('the log stays short however much is written, and readers always see the last commit', async () => {
  const folder = await createTestFolder()
  const database = await openMigrated(folder)
  onTestFinished(() => database.close())
  const value = 'x'.repeat(3000)
  let longest = 0
  for (let batch = 0; batch < 80; batch += 1) {
    const rows = Array.from({ length: 250 }, (_, index) => ({ name: `${batch}/${index}`, value }))
    await transaction(database, (db) => db.insertInto('settings').values(rows).execute())
    const last = await database.db
      .selectFrom('settings')
      .select('name')
      .where('name', '=', `${batch}/249`)
      .execute()
    expect(last).toHaveLength(1)
    longest = Math.max(longest, (await stat(join(folder, 'bindery.db-wal'))).size)
  }
  // 20,000 rows are 80 MB; SQLite's own limit, were the checkpoints not to work, is 64 MB.
  expect(longest).toBeLessThan(48_000_000)
})

test('J03: a full disk is an error with a sentence, loses nothing, and is over when there is room again', async ({
  skip,
}) => {
  const folder = await createTestFolder()
  skip(!mountAt(folder, 3), 'needs to be root to make a small file system')
  const database = await openMigrated(folder)
  onTestFinished(() => database.close())
  await put(database, 'before')
  await writeFile(join(folder, 'ballast'), Buffer.alloc(1_500_000)).catch(() => {})
  const fill = async () => {
    for (let row = 0; row < 1000; row += 1) await put(database, `fill:${row}`, 'x'.repeat(20_000))
  }
  await expect(fill()).rejects.toMatchObject({ code: 'storage-full', status: 507 })
  expect(
    await database.db.selectFrom('settings').select('name').where('name', '=', 'before').execute(),
  ).toHaveLength(1)
  await rm(join(folder, 'ballast'))
  await put(database, 'after')
  expect(
    await database.db.selectFrom('settings').select('name').where('name', '=', 'after').execute(),
  ).toHaveLength(1)
})
