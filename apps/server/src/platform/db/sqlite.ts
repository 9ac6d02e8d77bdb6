// SQLite as a server's database. Two connections: one writes, one reads and never waits for the writer (WAL).
//
// Durable without blocking the event loop (docs/adr/0003-durable-commit.md): the writer runs synchronous=NORMAL, so
// COMMIT only writes to the log, and sync() then awaits an fdatasync of the log on a thread of the pool, shared by
// everybody who committed meanwhile. That is what FULL does inside COMMIT, at another place. It holds because
// SQLite itself syncs the header of a restarted log and both files around a checkpoint, because the log stays
// the same file while we are connected, and because POSIX locks are on the two other files: closing a
// second descriptor of *those* would drop SQLite's locks, so nothing here ever opens them.
import { EventEmitter } from 'node:events'
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { quote } from '../errors.ts'
import { closeFile, openFile, syncData, syncFolder } from '../files.ts'
import type { Log } from '../log.ts'
import { Checkpointer } from './checkpoint.ts'
import type { Database } from './connect.ts'
import { notReady } from './failures.ts'
import { GroupSync } from './group-sync.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { takeLock } from './sqlite-lock.ts'
import { SqliteStreams } from './sqlite-streams.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { writeGuard } from './write-guard.ts'

export async function openSqlite(file: string, log: Log): Promise<Database> {
  await mkdir(dirname(file), { recursive: true })
  const lock = takeLock(file)
  try {
    createPrivate(file)
    const writer = openConnection(file, writerSettings)
    const reader = openConnection(file, readerSettings)
    const wal = await openFile(`${file}-wal`, 'r+')
    // The names of its files.
    await syncFolder(dirname(file))
    return await assemble({ file, writer, reader, wal, lock, log })
  } catch (error) {
    lock.release()
    throw notReady(
      `The database ${quote(file)} cannot be opened: ${reasonOf(error)}. Nothing was changed.`,
      error,
    )
  }
}

// Waits inside SQLite would block the event loop; sqlite-writer.ts waits outside. The little that is left covers
// moments such as the recovery of the log. The log is checkpointed by a thread (checkpoint.ts); 64 MB of log is
// where SQLite does it by itself should that ever fail; after a burst the file shrinks to 16 MB again. The caches
// are small: the kernel's is behind them.
const settings = `
  PRAGMA busy_timeout = 100;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA foreign_keys = ON;
  PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 16000;
  PRAGMA journal_size_limit = 16777216;`
const writerSettings = `${settings} PRAGMA cache_size = -4096;`
// Touches the file, so that the log exists when we open it.
const readerSettings = `${settings} PRAGMA cache_size = -8192; PRAGMA query_only = ON; SELECT count(*) FROM sqlite_schema;`

interface Parts {
  file: string
  writer: DatabaseSync
  reader: DatabaseSync
  /** A descriptor of the write-ahead log. */
  wal: number
  lock: { release(): void }
  log: Log
}

async function assemble({ file, writer, reader, wal, lock, log }: Parts): Promise<Database> {
  const group = new GroupSync(() => syncLog(wal, log))
  const reading = new Kysely<Schema>({ dialect: sqliteDialect(reader), plugins: [writeGuard] })
  const countChanges = createChangeCounter(writer)
  const writing = new SqliteWriter(writer, () => {
    const changes = countChanges()
    if (changes > 0) group.mark()
    checkpointer.wrote(changes)
  })
  const checkpointer = new Checkpointer({
    file,
    log,
    size: () => fstatSync(wal).size,
    pauseWriters: (run) => writing.pause(run),
  })
  const streams = new SqliteStreams(file)
  // What a killed process committed may be in the kernel's memory only.
  group.mark()
  await group.flush()

  return {
    db: reading,
    engine: 'sqlite',
    isShared: false,
    log,
    notices: new EventEmitter(),
    sync: () => group.flush(),
    stream: (query, options = {}) => streams.stream(query, options),
    write: (body, committed) => writing.write(body, committed),
    async close() {
      if (!writer.isOpen) return
      await streams.close()
      // Waits for the transactions that are running or queued.
      await writing.pause(async () => {})
      await checkpointer.close()
      await closeFile(wal)
      reader.close()
      // The last connection moves the log into the database, synced, and removes it.
      writer.close()
      lock.release()
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** For its owner only, from the first byte; the log and the index of the database take over its mode. */
function createPrivate(file: string): void {
  // One that exists is not touched: closing it would drop the locks of this process on it.
  if (!existsSync(file)) closeSync(openSync(file, 'wx', 0o600))
}

function openConnection(file: string, pragmas: string): DatabaseSync {
  const sqlite = new DatabaseSync(file)
  sqlite.exec(pragmas)
  return sqlite
}

/** How many rows were changed since it was asked last, those changed by foreign keys included. */
function createChangeCounter(sqlite: DatabaseSync): () => number {
  const total = sqlite.prepare('SELECT total_changes() AS total')
  let seen = 0
  return () => {
    const now = Number(total.get()?.['total'])
    const changes = now - seen
    seen = now
    return changes
  }
}

// GroupSync never tries again: what the kernel could not write is gone from its memory, and only a new start can
// find out from the disk what is there.
async function syncLog(wal: number, log: Log): Promise<void> {
  try {
    await syncData(wal)
  } catch (error) {
    log.error('The disk failed to store the database; nothing more is accepted until a restart', { error })
    throw notReady(
      'The disk failed to store this. Nothing more is accepted until Bindery is restarted.',
      error,
    )
  }
}
