// Prepared statements of one SQLite connection, kept by their text: preparing costs several times what running
// a small query does.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const keptStatements = 256

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

export function createRunner(sqlite: DatabaseSync): <R>(query: CompiledQuery) => QueryResult<R> {
  const kept = new Map<string, Prepared>()
  return <R>(query: CompiledQuery) => {
    const { statement, returnsRows } = prepare(sqlite, kept, query.sql)
    // Kysely types parameters as unknown; node:sqlite checks each value itself and refuses what it cannot store.
    const values = query.parameters as (string | number | bigint | null)[]
    // The caller of Kysely names the type of its rows; here it can only be believed.
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }
}

function prepare(sqlite: DatabaseSync, kept: Map<string, Prepared>, sql: string): Prepared {
  const found = kept.get(sql)
  // Taken out and put back: a map keeps its order, so the first entry is the one unused for longest.
  if (found !== undefined) kept.delete(sql)
  const prepared = found ?? describe(sqlite.prepare(sql))
  kept.set(sql, prepared)
  if (kept.size > keptStatements) dropOldest(kept)
  return prepared
}

const describe = (statement: StatementSync): Prepared => ({
  statement,
  returnsRows: statement.columns().length > 0,
})

function dropOldest(kept: Map<string, Prepared>): void {
  for (const sql of kept.keys()) {
    kept.delete(sql)
    return
  }
}
