// What a migration is given, so that one source serves both engines.
import { sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../connect.ts'

export interface Migration {
  name: string
  /** The handle knows no tables: a migration speaks of them as they were then, not as Schema describes them now. */
  up(db: Kysely<unknown>, types: ColumnTypes): Promise<void>
}

export interface ColumnTypes {
  /** For what the two have nothing in common. */
  engine: Database['engine']
  /** Compared byte by byte on both engines, so that order and paging are the same. */
  text: RawBuilder<string>
  /** 64 bits wide. */
  integer: RawBuilder<number>
  bytes: RawBuilder<Uint8Array>
  /** A primary key that counts up by itself and never gives a number twice. */
  counter: RawBuilder<number>
  /** For tables that are little more than their key: SQLite then stores each row once, inside the key. */
  keyOnly<T extends CreateTableBuilder<string, string>>(table: T): T
}

export function columnTypes(engine: Database['engine']): ColumnTypes {
  return engine === 'sqlite' ? sqliteTypes : postgresTypes
}

const sqliteTypes: ColumnTypes = {
  engine: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bytes: sql`blob`,
  counter: sql`integer primary key autoincrement`,
  // The builder returns its own type, which the compiler cannot follow through T.
  keyOnly: (table) => table.modifyEnd(sql`without rowid`) as typeof table,
}

const postgresTypes: ColumnTypes = {
  engine: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  bytes: sql`bytea`,
  counter: sql`bigint generated always as identity primary key`,
  keyOnly: (table) => table,
}
