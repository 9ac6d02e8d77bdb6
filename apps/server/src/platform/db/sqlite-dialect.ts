// Kysely on node:sqlite. Kysely has a dialect for better-sqlite3; ours differs where transactions are concerned:
// BEGIN IMMEDIATE without blocking the event loop, and a callback in the very tick of COMMIT.
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from 'kysely'
import { isBusy, translateFailure } from './failures.ts'
import { createRunner } from './sqlite-statements.ts'

export interface SqliteHooks {
  /** Runs right after COMMIT returned, before anything else of this process can. */
  committed(): void
}

/** For the one writing connection: Kysely queues transactions, as the adapter says there is one connection. */
export const writerDialect = (sqlite: DatabaseSync, hooks: SqliteHooks): Dialect =>
  dialect(sqlite, hooks, () => new SqliteAdapter())

/** For reading: each query runs whole in one go, so nothing has to queue. */
export const readerDialect = (sqlite: DatabaseSync): Dialect =>
  dialect(sqlite, { committed: () => {} }, () => new UnqueuedAdapter())

// The one way Kysely has to be told this.
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const dialect = (sqlite: DatabaseSync, hooks: SqliteHooks, createAdapter: () => SqliteAdapter): Dialect => ({
  createDriver: () => createDriver(sqlite, hooks),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter,
  createIntrospector: (db) => new SqliteIntrospector(db),
})

function createDriver(sqlite: DatabaseSync, hooks: SqliteHooks): Driver {
  const connection = connect(sqlite)
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: () => begin(sqlite),
    commitTransaction: async () => commit(sqlite, hooks),
    rollbackTransaction: async () => rollback(sqlite),
    releaseConnection: async () => {},
    destroy: async () => sqlite.close(),
  }
}

function connect(sqlite: DatabaseSync): DatabaseConnection {
  const run = createRunner(sqlite)
  return {
    async executeQuery(query) {
      try {
        return run(query)
      } catch (error) {
        throw translateFailure(error)
      }
    },
    streamQuery() {
      // An open cursor would hold the whole connection to one old snapshot.
      throw new Error('Rows are not streamed: read them page by page.')
    },
  }
}

// SQLite's own waiting would block the event loop, so a lock held by a foreign program is waited for here.
async function begin(sqlite: DatabaseSync): Promise<void> {
  const until = Date.now() + longestWait
  for (;;) {
    try {
      sqlite.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || Date.now() > until) throw translateFailure(error)
      await delay(20)
    }
  }
}

const longestWait = 5000

function commit(sqlite: DatabaseSync, hooks: SqliteHooks): void {
  try {
    sqlite.exec('COMMIT')
  } catch (error) {
    throw translateFailure(error)
  }
  hooks.committed()
}

// A full disk makes SQLite roll back by itself; a second ROLLBACK would hide why.
function rollback(sqlite: DatabaseSync): void {
  if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
}
