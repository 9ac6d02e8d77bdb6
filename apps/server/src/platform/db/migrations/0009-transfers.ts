// How many bytes clients fetched in each month, for the quota of data transfer.
import type { Migration } from './migration.ts'

export const transfers: Migration = {
  name: '0009-transfers',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('transfers')
      .addColumn('month', text, (column) => column.notNull().primaryKey())
      .addColumn('bytes', integer, (column) => column.notNull())
      .execute()
  },
}
