// What each repository holds, as counted last, and a sample for each day, so that growth is seen and not guessed.
import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const storage: Migration = {
  name: '0011-storage',
  async up(db, { text, integer, keyOnly }) {
    await db.schema
      .createTable('storage_sums')
      .addColumn('repository_id', text, (column) =>
        column.notNull().primaryKey().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('files', integer, required)
      .addColumn('folders', integer, required)
      .addColumn('bytes', integer, required)
      .execute()
    await keyOnly(
      db.schema
        .createTable('storage_days')
        .addColumn('day', text, required)
        // Empty for what lies on the storage as a whole.
        .addColumn('repository_id', text, required)
        .addColumn('bytes', integer, required)
        .addPrimaryKeyConstraint('storage_days_key', ['day', 'repository_id']),
    ).execute()
  },
}
