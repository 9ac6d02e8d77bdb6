// Builds, as rows read from the files of build-info repositories.
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const builds: Migration = {
  name: '0030-builds',
  async up(db, types) {
    await createBuilds(db, types)
    await createModules(db, types)
    await createArtifacts(db, types)
    await createDependencies(db, types)
    await createPromotions(db, types)
    await createProperties(db, types)
  },
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primary = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()
const belongsTo = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${table}.id`).onDelete('cascade')

async function createBuilds(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('builds')
    .addColumn('id', text, primary)
    .addColumn('repository_id', text, belongsTo('repositories'))
    .addColumn('node_id', text, (column) => belongsTo('nodes')(column).unique())
    .addColumn('sha256', text, required)
    .addColumn('name', text, required)
    .addColumn('number', text, required)
    .addColumn('started', text, required)
    .addColumn('project_key', text, required)
    .addColumn('url', text, required)
    .addColumn('agent', text, required)
    .addColumn('principal', text, required)
    .addColumn('duration_ms', integer, required)
    .addColumn('revision', text, required)
    .addColumn('branch', text, required)
    .addColumn('artifact_count', integer, required)
    .addColumn('dependency_count', integer, required)
    .addColumn('status', text, required)
    .addColumn('created_at', text, required)
    .addColumn('created_by', text, required)
    .addColumn('modified_at', text, required)
    .addColumn('modified_by', text, required)
    .execute()
  await index(db, 'builds', 'repository_id', 'name', 'started')
  // A search names builds without saying in which repository.
  await index(db, 'builds', 'name', 'number', 'started')
  await index(db, 'builds', 'started')
}

async function createModules(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('build_modules')
    .addColumn('id', text, primary)
    .addColumn('build_id', text, belongsTo('builds'))
    .addColumn('position', integer, required)
    .addColumn('name', text, required)
    .addColumn('type', text, required)
    .addColumn('repository', text, required)
    .execute()
  await index(db, 'build_modules', 'build_id', 'position')
  await index(db, 'build_modules', 'name')
}

async function createArtifacts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await files(db, 'build_artifacts', types).addColumn('path', types.text, required).execute()
  await indexDigests(db, 'build_artifacts')
}

async function createDependencies(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await files(db, 'build_dependencies', types).addColumn('scopes', types.text, required).execute()
  await indexDigests(db, 'build_dependencies')
}

const files = (db: Kysely<unknown>, table: string, { text, integer }: ColumnTypes) =>
  db.schema
    .createTable(table)
    .addColumn('module_id', text, belongsTo('build_modules'))
    .addColumn('position', integer, required)
    .addColumn('name', text, required)
    .addColumn('type', text, required)
    .addColumn('sha1', text, required)
    .addColumn('sha256', text, required)
    .addColumn('md5', text, required)
    .addColumn('repository', text, required)
    .addPrimaryKeyConstraint(`${table}_key`, ['module_id', 'position'])

async function indexDigests(db: Kysely<unknown>, table: string): Promise<void> {
  await index(db, table, 'sha1')
  await index(db, table, 'sha256')
}

async function createPromotions(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('build_promotions')
    .addColumn('build_id', text, belongsTo('builds'))
    .addColumn('position', integer, required)
    .addColumn('status', text, required)
    .addColumn('comment', text, required)
    .addColumn('repository', text, required)
    .addColumn('created_at', text, required)
    .addColumn('created_by', text, required)
    .addColumn('ci_user', text, required)
    .addPrimaryKeyConstraint('build_promotions_key', ['build_id', 'position'])
    .execute()
}

/** No index over values: an environment holds long ones, and PostgreSQL keeps only short ones in an index. */
async function createProperties(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('build_properties')
    .addColumn('build_id', text, belongsTo('builds'))
    .addColumn('key', text, required)
    .addColumn('value', text, required)
    .addPrimaryKeyConstraint('build_properties_key', ['build_id', 'key'])
    .execute()
  await index(db, 'build_properties', 'key')
}

async function index(db: Kysely<unknown>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}
