// Uploads in parts, which outlive connections and restarts.
import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const secret = (column: ColumnDefinitionBuilder) => column.notNull().unique()

export const uploads: Migration = {
  name: '0024-uploads',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('uploads')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('token_hash', text, secret)
      .addColumn('ticket_hash', text, secret)
      .addColumn('repository', text, required)
      .addColumn('path', text, required)
      .addColumn('user_name', text, required)
      .addColumn('part_limit', integer, required)
      .addColumn('state', text, required)
      .addColumn('error', text)
      .addColumn('sha1', text)
      .addColumn('sha256', text, (column) => column.references('blobs.sha256').onDelete('set null'))
      .addColumn('created_at', text, required)
      .addColumn('touched_at', text, required)
      .execute()
    await db.schema.createIndex('uploads_by_touched_at').on('uploads').columns(['touched_at']).execute()
    await db.schema.createIndex('uploads_by_sha256').on('uploads').columns(['sha256']).execute()
  },
}
