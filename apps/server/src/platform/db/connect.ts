// One database behind one handle: SQLite in a file by default, PostgreSQL by a URL. Refuses to write outside
// transaction(), because only there a write is made durable before anybody is told about it.
import type { EventEmitter } from 'node:events'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Log } from '../log.ts'
import type { StreamOptions } from './row-streams.ts'
import type { Schema } from './schema.ts'

/** What functions take first. Outside a transaction it only reads; inside, it is the transaction itself. */
export type Db = Kysely<Schema>

export interface Database {
  db: Db
  engine: 'sqlite' | 'postgres'
  /** True on PostgreSQL: other processes may write, so what is kept in memory may be out of date. */
  isShared: boolean
  log: Log
  /** Says `jobs` or `events` after a commit of this process that wrote some. */
  notices: EventEmitter<Notices>
  /** Resolves when everything committed so far would survive a power cut. */
  sync(): Promise<void>
  close(): Promise<void>
  /** Rows of a query that may find many, or take long to find few, in pieces. On SQLite it may ask `still_wanted()`. */
  stream<R>(query: CompiledQuery<R>, options?: StreamOptions): AsyncGenerator<R[]>
  /** One attempt of one transaction, not yet synced; `committed` runs right after COMMIT. For transaction.ts only. */
  write<T>(body: (db: Transaction<Schema>) => Promise<T>, committed: () => void): Promise<T>
}

export interface Notices {
  jobs: []
  /** Some job that may run here is not wanted any more. */
  cancelled: []
  events: []
}

interface DatabaseOptions {
  /** postgres://…; SQLite is used without it. */
  databaseUrl?: string | undefined
  /** Where SQLite keeps its file; unused on PostgreSQL. */
  file: string
  log: Log
}

export async function connectDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl === undefined || options.databaseUrl === '') {
    const { openSqlite } = await import('./sqlite.ts')
    return openSqlite(options.file, options.log)
  }
  // Loaded only here, so that nobody on SQLite pays for the PostgreSQL driver in start-up time and memory.
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(options.databaseUrl, options.log)
}
