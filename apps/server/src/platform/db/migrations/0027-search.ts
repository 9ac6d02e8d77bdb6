// What searches need: indexes for every way in which clients ask for items, when and by whom files were downloaded, and
// the entries of archives. Searches see what was just published, so these are indexes and no tables filled later.
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const search: Migration = {
  name: '0027-search',
  async up(db, types) {
    await db.schema.alterTable('nodes').addColumn('updated_at', types.text).execute()
    for (const [table, ...columns] of indexes)
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute()
    await createNodeStats(db, types)
    await createArchiveEntries(db, types)
  },
}

const indexes: [string, ...string[]][] = [
  ['properties', 'key', 'value', 'node_id'],
  ['blobs', 'sha1'],
  ['blobs', 'md5'],
  ['nodes', 'name', 'repository_id'],
  ['nodes', 'repository_id', 'created_at'],
  ['nodes', 'repository_id', 'modified_at'],
]

const required = (column: ColumnDefinitionBuilder) => column.notNull()

async function createNodeStats(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('node_stats')
    .addColumn('node_id', text, (column) =>
      column.notNull().primaryKey().references('nodes.id').onDelete('cascade'),
    )
    .addColumn('downloads', integer, required)
    .addColumn('downloaded_at', text, required)
    .addColumn('downloaded_by', text, required)
    .execute()
}

async function createArchiveEntries(
  db: Kysely<unknown>,
  { text, integer, keyOnly }: ColumnTypes,
): Promise<void> {
  const ofBlob = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('blobs.sha256').onDelete('cascade')
  await db.schema
    .createTable('indexed_archives')
    .addColumn('sha256', text, (column) => ofBlob(column).primaryKey())
    .addColumn('entries', integer, required)
    .addColumn('indexed_at', text, required)
    .execute()
  await keyOnly(
    db.schema
      .createTable('archive_entries')
      .addColumn('sha256', text, ofBlob)
      .addColumn('path', text, required)
      .addColumn('name', text, required)
      .addPrimaryKeyConstraint('archive_entries_key', ['sha256', 'path', 'name']),
  ).execute()
  await db.schema
    .createIndex('archive_entries_by_name_path_sha256')
    .on('archive_entries')
    .columns(['name', 'path', 'sha256'])
    .execute()
}
