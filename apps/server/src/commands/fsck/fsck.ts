// Checks what is stored, rows and bytes, beside a running server or without one. Ends with 0 when all is well or was mended,
// with 1 when something is left that only a person can mend. Repairs only when asked to, and only while no server runs.
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openDiskBlobStore } from '../../platform/blobs/disk.ts'
import { keepSmallInDatabase } from '../../platform/blobs/small-in-database.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { systemClock } from '../../platform/clock.ts'
import { connectDatabase, type Database } from '../../platform/db/connect.ts'
import { openSqliteReader } from '../../platform/db/sqlite-reader.ts'
import { createLog } from '../../platform/log.ts'
import { adoptOrphans } from '../../registry/garbage/adopt.ts'
import { settleAside } from '../../registry/garbage/sweep.ts'
import { withDatabase } from '../open-database.ts'
import { checkBytes, type ByteProblem } from './bytes.ts'
import { moveDamaged, repairRows } from './repair.ts'
import { checkEngine, checkRows, type RowProblem } from './rows.ts'

export interface FsckOptions {
  isQuick: boolean
  isRepairing: boolean
}

export async function fsck(config: Config, options: FsckOptions): Promise<void> {
  const isSound = options.isRepairing
    ? await whileStopped(config, (database, blobs) => checkAndRepair(config, database, blobs, options))
    : await reading(config, (database, blobs) => checkOnly(database, blobs, options))
  if (!isSound) process.exitCode = 1
}

async function checkOnly(database: Database, blobs: BlobStore, options: FsckOptions): Promise<boolean> {
  const found = await look(database, blobs, options)
  return tell(found)
}

async function checkAndRepair(
  config: Config,
  database: Database,
  blobs: BlobStore,
  options: FsckOptions,
): Promise<boolean> {
  const store = { database, blobs, clock: systemClock }
  await settleAside(store, new Date(0))
  const { adopted, damaged } = await adoptOrphans(store)
  const found = await look(database, blobs, options)
  const done = [
    ...(adopted > 0
      ? [`${adopted} stored files without a row were given one; garbage collection removes them in its time.`]
      : []),
    ...damaged.map((sha256) => `${sha256} has no row and is not what its name says; it was left alone.`),
    ...(await repairRows(database, found.rows)),
    ...(await moveDamaged(config.home, found.bytes)),
  ]
  for (const sentence of done) console.log(sentence)
  return tell({ ...found, rows: found.rows.filter(({ mend }) => mend === undefined) })
}

interface Found {
  engine: string[]
  rows: RowProblem[]
  bytes: ByteProblem[]
  blobs: number
  size: number
}

async function look(database: Database, blobs: BlobStore, options: FsckOptions): Promise<Found> {
  const engine = database.engine === 'sqlite' ? await checkEngine(database.db) : []
  const rows = await checkRows(database.db)
  const { blobs: count, bytes, problems } = await checkBytes(database.db, blobs, options)
  return { engine, rows, bytes: problems, blobs: count, size: bytes }
}

function tell({ engine, rows, bytes, blobs, size }: Found): boolean {
  for (const text of engine) console.log(`The file of the database is damaged: ${text}`)
  for (const { sentence, repository, what } of rows) console.log(`${sentence}: ${repository}/${what}`)
  for (const { sha256, problem, paths } of bytes)
    console.log(`Bytes ${problem}: ${sha256}, needed by ${paths.join(', ')}`)
  const problems = engine.length + rows.length + bytes.length
  console.log(
    `Checked ${blobs} blobs of ${size} bytes: ${problems === 0 ? 'all is well' : `${problems} problems`}.`,
  )
  return problems === 0
}

type Work = (database: Database, blobs: BlobStore) => Promise<boolean>

async function whileStopped(config: Config, work: Work): Promise<boolean> {
  let isSound = false
  await withDatabase(config, async (database) => {
    isSound = await withBlobs(config, database, work)
  })
  return isSound
}

async function reading(config: Config, work: Work): Promise<boolean> {
  const hub = createLog({
    folder: join(config.home, 'log'),
    level: 'error',
    console: 'off',
    maxSize: config.logMaxSize,
    maxFiles: config.logMaxFiles,
  })
  const file = join(config.home, 'bindery.db')
  const log = hub.service('artifactory')
  const { databaseUrl } = config
  const database =
    databaseUrl === undefined
      ? openSqliteReader(file, log)
      : await connectDatabase({ databaseUrl, file, log })
  try {
    return await withBlobs(config, database, work)
  } finally {
    await database.close()
    await hub.close()
  }
}

/** Shared: what looks unfinished may belong to uploads of the server that runs. */
async function withBlobs(config: Config, database: Database, work: Work): Promise<boolean> {
  const files = await openDiskBlobStore({
    folder: join(config.home, 'blobs'),
    log: database.log,
    isShared: true,
  })
  const blobs = keepSmallInDatabase(database, files)
  try {
    return await work(database, blobs)
  } finally {
    await blobs.close()
  }
}
