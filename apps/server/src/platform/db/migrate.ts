// Brings the tables to what this program expects. Only forward, each step in one transaction with its own record,
// one process at a time; refuses data that a newer program has written.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import { notReady } from './failures.ts'
import { columnTypes, type Migration } from './migrations/migration.ts'
import type { Schema } from './schema.ts'
import { transaction } from './transaction.ts'

/** Returns the names of the migrations that it applied: of ours, unless others are given. */
export async function migrate(database: Database, migrations?: readonly Migration[]): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await transaction(database, (db) => applyNext(database, db, migrations))
    if (name === undefined) return applied
    applied.push(name)
  }
}

interface Records {
  migrations: { name: string; applied_at: string }
}

async function applyNext(
  database: Database,
  db: Transaction<Schema>,
  given: readonly Migration[] | undefined,
): Promise<string | undefined> {
  // The record of migrations is nobody else's business, so Schema does not have it.
  const records = db as unknown as Kysely<Records>
  await lockOut(database, records)
  const done = await listApplied(records)
  const names = given?.map(({ name }) => name) ?? ownNames()
  refuseUnknown(done, names)
  if (names.every((name) => done.includes(name))) return undefined
  const migrations = given ?? (await import('./migrations/index.ts')).migrations
  const next = migrations.find((migration) => !done.includes(migration.name))
  if (next === undefined) return undefined
  await next.up(db as unknown as Kysely<unknown>, columnTypes(database.engine))
  await records
    .insertInto('migrations')
    .values({ name: next.name, applied_at: new Date().toISOString() })
    .execute()
  return next.name
}

/** As their files are called, so that a start with nothing to do loads none of them. */
const ownNames = () =>
  readdirSync(join(import.meta.dirname, 'migrations')).flatMap(
    (file) => /^(\d{4}-[\w-]+)\.ts$/.exec(file)?.[1] ?? [],
  )

// SQLite needs no lock: its transactions run one at a time, in the one process that holds the folder.
async function lockOut(database: Database, db: Kysely<Records>): Promise<void> {
  if (database.engine === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
  // Rewriting a big table may take its time.
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
}

// Any number that nobody else uses as an advisory lock in this database.
const lockNumber = 7_291_553_001

async function listApplied(db: Kysely<Records>): Promise<string[]> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute()
  const rows = await db.selectFrom('migrations').select('name').execute()
  return rows.map((row) => row.name)
}

function refuseUnknown(done: string[], names: string[]): void {
  const unknown = done.find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw notReady(
    `This data was written by a newer Bindery: it has the migration ${unknown}, which this one does not know. ` +
      'Start the newer version, or restore the backup that was made before it.',
  )
}
