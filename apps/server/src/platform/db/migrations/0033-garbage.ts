// Since when a blob is garbage, what was found wrong with stored bytes, and what the care of the storage did.
import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primary = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()

export const garbage: Migration = {
  name: '0033-garbage',
  async up(db, { text, integer }) {
    await db.schema.alterTable('blobs').addColumn('unreferenced_at', text).execute()
    // Only of garbage, so that storing a file costs nothing more.
    await sql`create index blobs_by_unreferenced_at on blobs (unreferenced_at) where unreferenced_at is not null`.execute(
      db,
    )
    await db.schema
      .createTable('storage_runs')
      .addColumn('id', text, primary)
      .addColumn('kind', text, required)
      .addColumn('started_at', text, required)
      .addColumn('started_by', text, required)
      .addColumn('finished_at', text)
      .addColumn('failure', text)
      .addColumn('result', text, required)
      .execute()
    await db.schema.createIndex('storage_runs_by_kind').on('storage_runs').columns(['kind', 'id']).execute()
    await db.schema
      .createTable('blob_findings')
      .addColumn('sha256', text, primary)
      .addColumn('problem', text, required)
      .addColumn('size', integer, required)
      .addColumn('found_at', text, required)
      .execute()
  },
}
