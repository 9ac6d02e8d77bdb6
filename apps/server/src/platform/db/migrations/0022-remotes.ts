// What upstreams said about the files that were fetched from them, to ask whether they changed.
import type { Migration } from './migration.ts'

export const remotes: Migration = {
  name: '0022-remotes',
  async up(db, { text }) {
    await db.schema
      .createTable('upstream_files')
      .addColumn('node_id', text, (column) =>
        column.notNull().primaryKey().references('nodes.id').onDelete('cascade'),
      )
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('etag', text, (column) => column.notNull())
      .addColumn('last_modified', text, (column) => column.notNull())
      .addColumn('checked_at', text, (column) => column.notNull())
      .execute()
  },
}
