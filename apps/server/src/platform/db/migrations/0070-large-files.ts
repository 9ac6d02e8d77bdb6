// Large files by their size, for whoever looks for room. Small ones are not in the index: publishing them costs nothing more.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const largeFiles: Migration = {
  name: '0070-large-files',
  async up(db) {
    await db.schema
      .createIndex('nodes_by_large_size')
      .on('nodes')
      .column('size')
      .where(sql.ref('size'), '>=', sql.lit(1_048_576))
      .execute()
  },
}
