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
  if (found !== undefined) return found
  const statement = sqlite.prepare(sql)
  const prepared = { statement, returnsRows: statement.columns().length > 0 }
  kept.set(sql, prepared)
  if (kept.size > keptStatements) dropOldest(kept)
  return prepared
}

/** The one that was prepared first; should it be in use, it is prepared anew. */
function dropOldest(kept: Map<string, Prepared>): void {
  for (const sql of kept.keys()) {
    kept.delete(sql)
    return
  }
}
