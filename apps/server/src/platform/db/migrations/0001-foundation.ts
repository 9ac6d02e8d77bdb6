// The first tables. Every column that a query filters, joins or sorts by while data grows has an index.
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const foundation: Migration = {
  name: '0001-foundation',
  async up(db, types) {
    await createSettings(db, types)
    await createUsers(db, types)
    await createCredentials(db, types)
    await createRepositories(db, types)
    await createPackages(db, types)
    await createNodes(db, types)
    await createDownloads(db, types)
    await createJobs(db, types)
    await createEvents(db, types)
  },
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primary = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()
const belongsTo = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${table}.id`).onDelete('cascade')

async function index(db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}

async function createSettings(db: Kysely<unknown>, { text, keyOnly }: ColumnTypes): Promise<void> {
  await keyOnly(
    db.schema.createTable('settings').addColumn('name', text, primary).addColumn('value', text, required),
  ).execute()
}

async function createUsers(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', text, primary)
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('email', text)
    .addColumn('password_hash', text)
    .addColumn('is_admin', integer, required)
    .addColumn('must_change_password', integer, required)
    .addColumn('created_at', text, required)
    .execute()

  await db.schema
    .createTable('grants')
    .addColumn('id', text, primary)
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('action', text, required)
    .addColumn('repository', text, required)
    .execute()
  await index(db, 'grants', 'user_id')
}

async function createCredentials(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', text, primary)
    .addColumn('user_id', text, belongsTo('users'))
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .addColumn('seen_at', text, required)
    .addColumn('is_remembered', integer, required)
    .execute()
  await index(db, 'sessions', 'user_id')
  await index(db, 'sessions', 'expires_at')

  await db.schema
    .createTable('tokens')
    .addColumn('id', text, primary)
    .addColumn('secret_hash', text, (column) => column.notNull().unique())
    .addColumn('user_id', text, belongsTo('users'))
    .addColumn('scope', text, required)
    .addColumn('description', text, required)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text)
    .addColumn('last_used_at', text)
    .execute()
  await index(db, 'tokens', 'user_id')
}

async function createRepositories(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('repositories')
    .addColumn('id', text, primary)
    .addColumn('key', text, required)
    .addColumn('folded_key', text, (column) => column.notNull().unique())
    .addColumn('kind', text, required)
    .addColumn('format', text, required)
    .addColumn('description', text, required)
    .addColumn('settings', text, required)
    .addColumn('created_at', text, required)
    .execute()
}

async function createPackages(db: Kysely<unknown>, { text, integer, keyOnly }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('packages')
    .addColumn('id', text, primary)
    .addColumn('repository_id', text, belongsTo('repositories'))
    .addColumn('format', text, required)
    .addColumn('name', text, required)
    .addColumn('description', text)
    .addColumn('licence', text)
    .addColumn('latest', text, required)
    .addColumn('latest_at', text, required)
    .addColumn('version_count', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('modified_at', text, required)
    .addColumn('revision', integer, required)
    .addUniqueConstraint('packages_name_is_unique', ['repository_id', 'name'])
    .execute()
  await index(db, 'packages', 'format', 'name', 'repository_id')
  await index(db, 'packages', 'name', 'format', 'repository_id')
  await index(db, 'packages', 'modified_at')

  await db.schema
    .createTable('versions')
    .addColumn('id', text, primary)
    .addColumn('package_id', text, belongsTo('packages'))
    .addColumn('version', text, required)
    .addColumn('manifest', text, required)
    .addColumn('facts', text, required)
    .addColumn('readme', text)
    .addColumn('licence', text)
    .addColumn('deprecated', text)
    .addColumn('size', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('created_by', text, required)
    .addUniqueConstraint('versions_version_is_unique', ['package_id', 'version'])
    .execute()
  await index(db, 'versions', 'package_id', 'created_at')

  await keyOnly(
    db.schema
      .createTable('tags')
      .addColumn('package_id', text, belongsTo('packages'))
      .addColumn('tag', text, required)
      .addColumn('version', text, required)
      .addPrimaryKeyConstraint('tags_key', ['package_id', 'tag']),
  ).execute()
}

async function createNodes(db: Kysely<unknown>, { text, integer, keyOnly }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('sha256', text, primary)
    .addColumn('sha1', text, required)
    .addColumn('md5', text, required)
    .addColumn('sha512', text, required)
    .addColumn('size', integer, required)
    .addColumn('created_at', text, required)
    .execute()
  await index(db, 'blobs', 'sha1')
  await index(db, 'blobs', 'md5')

  await db.schema
    .createTable('nodes')
    .addColumn('id', text, primary)
    .addColumn('repository_id', text, belongsTo('repositories'))
    .addColumn('path', text, required)
    .addColumn('parent', text, required)
    .addColumn('name', text, required)
    .addColumn('kind', text, required)
    // No cascade: a blob that a file points to cannot be removed.
    .addColumn('sha256', text, (column) => column.references('blobs.sha256'))
    .addColumn('size', integer, required)
    .addColumn('mime_type', text, required)
    .addColumn('created_at', text, required)
    .addColumn('created_by', text, required)
    .addColumn('modified_at', text, required)
    .addColumn('modified_by', text, required)
    .addColumn('version_id', text, (column) => column.references('versions.id').onDelete('set null'))
    .addUniqueConstraint('nodes_path_is_unique', ['repository_id', 'path'])
    .execute()
  await index(db, 'nodes', 'repository_id', 'parent', 'name')
  await index(db, 'nodes', 'sha256')
  await index(db, 'nodes', 'version_id')

  await keyOnly(
    db.schema
      .createTable('properties')
      .addColumn('node_id', text, belongsTo('nodes'))
      .addColumn('key', text, required)
      .addColumn('value', text, required)
      .addPrimaryKeyConstraint('properties_key', ['node_id', 'key', 'value']),
  ).execute()
  await index(db, 'properties', 'key', 'value')
}

async function createDownloads(db: Kysely<unknown>, { text, integer, keyOnly }: ColumnTypes): Promise<void> {
  await keyOnly(
    db.schema
      .createTable('downloads')
      .addColumn('version_id', text, belongsTo('versions'))
      .addColumn('package_id', text, belongsTo('packages'))
      .addColumn('day', text, required)
      .addColumn('count', integer, required)
      .addPrimaryKeyConstraint('downloads_key', ['version_id', 'day']),
  ).execute()
  await index(db, 'downloads', 'package_id', 'day')
}

async function createJobs(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', text, primary)
    .addColumn('kind', text, required)
    .addColumn('payload', text, required)
    .addColumn('state', text, required)
    .addColumn('attempts', integer, required)
    .addColumn('run_after', text, required)
    .addColumn('claimed_until', text)
    .addColumn('claimed_by', text)
    .addColumn('last_error', text)
    .addColumn('created_at', text, required)
    .addColumn('finished_at', text)
    .execute()
  await index(db, 'jobs', 'state', 'run_after')
}

async function createEvents(db: Kysely<unknown>, { text, integer, counter }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('sequence', counter)
    .addColumn('position', integer)
    .addColumn('id', text, required)
    .addColumn('kind', text, required)
    .addColumn('payload', text, required)
    .addColumn('created_at', text, required)
    .execute()
  await index(db, 'events', 'position', 'sequence')
  await index(db, 'events', 'created_at')
}
