// SQLite beside a server that is running: another process reads the same file and never waits for the writer, nor the
// writer for it (WAL). It takes no lock of the data folder and changes nothing.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { quote } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Database } from './connect.ts'
import { notReady } from './failures.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { SqliteStreams } from './sqlite-streams.ts'
import { writeGuard } from './write-guard.ts'

export function openSqliteReader(file: string, log: Log): Database {
  const sqlite = openReadOnly(file)
  const streams = new SqliteStreams(file)
  return {
    db: new Kysely<Schema>({ dialect: sqliteDialect(sqlite), plugins: [writeGuard] }),
    engine: 'sqlite',
    isShared: true,
    log,
    notices: new EventEmitter(),
    sync: async () => {},
    stream: (query, options = {}) => streams.stream(query, options),
    async close() {
      await streams.close()
      sqlite.close()
    },
    write: () => Promise.reject(notReady('This command only reads.')),
  }
}

export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file))
    throw notReady(`There is no database at ${quote(file)}. Set BINDERY_HOME to the data folder.`)
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 })
}
