// A database that takes rows in bulk: what makes writing safe and slow is off, and comes back at the end.
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

export interface Bulk {
  run(statement: string): Promise<void>
  /** Rows with one column, `i`. */
  numbers(start: number, end: number): string
  hex(number: string, digits: number): string
  /** As the product writes times, from seconds. */
  time(seconds: string): string
  /** Makes the indexes again, and tells the planner what there is. */
  finish(): Promise<void>
}

export interface Place {
  databaseUrl: string | undefined
  file: string
}

export const bulk = ({ databaseUrl, file }: Place) => (databaseUrl ? postgres(databaseUrl) : sqlite(file))

const tables = `('nodes', 'blobs', 'properties', 'node_stats', 'builds', 'build_modules', 'build_artifacts')`

async function sqlite(file: string): Promise<Bulk> {
  const database = new DatabaseSync(file)
  database.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -1500000; pragma temp_store = file',
  )
  // Those of keys have no statement, and stay.
  const indexes = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in ${tables}`,
    )
    .all()
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  return {
    run: async (statement) => database.exec(statement),
    numbers: (start, end) =>
      `(with recursive numbers(i) as (select ${start} union all select i + 1 from numbers where i + 1 < ${end}) select i from numbers)`,
    hex: (number, digits) => `printf('%0${digits}x', ${number})`,
    time: (seconds) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
    async finish() {
      for (const { name, sql } of indexes) {
        database.exec(String(sql))
        console.error(`index ${name}`)
      }
      // Triggers noted every name; main.ts indexes those that are there.
      database.exec('delete from new_names')
      database.exec('pragma journal_mode = wal')
      database.close()
    },
  }
}

async function postgres(url: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async (text: string) => (await client.query<{ name: string; sql: string }>(text)).rows
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'`,
  )
  const indexes = await all(`select indexname as name, indexdef as sql from pg_indexes
    where tablename in ${tables} and indexname not in (select conname from pg_constraint)`)
  for (const { name } of indexes) await client.query(`drop index "${name}"`)
  return {
    run: async (statement) => void (await client.query(statement)),
    numbers: (start, end) => `generate_series(${start}::bigint, ${end - 1}) as numbers(i)`,
    hex: (number, digits) => `lpad(to_hex(${number}), ${digits}, '0')`,
    time: (seconds) =>
      `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
    async finish() {
      for (const { name, sql } of indexes) {
        await client.query(sql)
        console.error(`index ${name}`)
      }
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}
