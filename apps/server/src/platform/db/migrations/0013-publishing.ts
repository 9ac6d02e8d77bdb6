// What a publish costs: bytes of small blobs move into the database, and indexes that no query uses go. Searches
// that need one bring their own table, filled by a listener, so that nobody who publishes waits for it.
import type { Migration } from './migration.ts'

export const publishing: Migration = {
  name: '0013-publishing',
  async up(db, { text, bytes }) {
    // Apart from `blobs`, so that whoever sums up sizes does not read contents.
    await db.schema
      .createTable('blob_contents')
      .addColumn('sha256', text, (column) => column.notNull().primaryKey())
      .addColumn('content', bytes, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute()
    for (const index of unused) await db.schema.dropIndex(index).execute()
  },
}

const unused = [
  'properties_by_key_value',
  'blobs_by_sha1',
  'blobs_by_md5',
  'versions_by_package_id_created_at',
  'packages_by_modified_at',
  'events_by_created_at',
]
