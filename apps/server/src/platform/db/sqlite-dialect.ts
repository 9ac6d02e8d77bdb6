// Kysely on node:sqlite, for queries alone: each runs whole in one go, so nothing has to queue. Transactions are
// sqlite-writer.ts's business, and rows are not streamed: an open cursor would hold the connection to one old snapshot.
import type { DatabaseSync } from 'node:sqlite'
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import { translateFailure } from './failures.ts'
import { runDirectly } from './prepare.ts'
import { createRunner } from './sqlite-statements.ts'

export function sqliteDialect(sqlite: DatabaseSync): Dialect {
  const run = translating(createRunner(sqlite))
  const adapter = new UnqueuedAdapter()
  runDirectly(adapter, run)
  return {
    createDriver: () => createDriver(sqlite, run),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => adapter,
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

// The one way Kysely has to be told this.
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type Run = <R>(query: CompiledQuery) => QueryResult<R>

const translating =
  (run: Run): Run =>
  (query) => {
    try {
      return run(query)
    } catch (error) {
      throw translateFailure(error)
    }
  }

function createDriver(sqlite: DatabaseSync, run: Run): Driver {
  const refuse = (sentence: string) => () => {
    throw new Error(sentence)
  }
  const transactions = refuse('Transactions are begun with transaction().')
  const connection = {
    executeQuery: async <R>(query: CompiledQuery) => run<R>(query),
    streamQuery: refuse('Rows are not streamed: read them page by page.'),
  }
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: transactions,
    commitTransaction: transactions,
    rollbackTransaction: transactions,
    releaseConnection: async () => {},
    destroy: async () => sqlite.close(),
  }
}
