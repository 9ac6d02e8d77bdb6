// The server's database, opened directly while the server is stopped: plain SQL, the same on both engines.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

export interface Place {
  home: string
  databaseUrl?: string
}

export interface OpenDatabase {
  engine: 'sqlite' | 'postgres'
  all(sql: string): Promise<Row[]>
  close(): Promise<void>
}

export type Row = Record<string, unknown>

export async function openDatabase({ home, databaseUrl }: Place): Promise<OpenDatabase> {
  if (databaseUrl === undefined) return openSqlite(join(home, 'bindery.db'))
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    engine: 'postgres',
    all: async (sql) => (await client.query<Row>(sql)).rows,
    close: () => client.end(),
  }
}

function openSqlite(file: string): OpenDatabase {
  const database = new DatabaseSync(file)
  return {
    engine: 'sqlite',
    all: async (sql) => database.prepare(sql).all(),
    close: async () => database.close(),
  }
}
