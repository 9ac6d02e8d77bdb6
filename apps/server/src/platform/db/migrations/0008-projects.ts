// Projects: who belongs to one, with which roles, and which repositories are its own or shared with it.
import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const projects: Migration = {
  name: '0008-projects',
  async up(db, types) {
    await createProjects(db, types)
    await createRoles(db, types)
    await createMembers(db, types)
    await assignRepositories(db, types)
  },
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primary = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()
const ofProject = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('projects.key').onDelete('cascade')

async function createProjects(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('projects')
    .addColumn('key', text, primary)
    .addColumn('display_name', text, (column) => column.notNull().unique())
    .addColumn('description', text, required)
    .addColumn('privileges', text, required)
    .addColumn('is_soft_limit', integer, required)
    .addColumn('storage_quota', integer, required)
    .addColumn('is_quota_mailed', integer, required)
    .addColumn('created_at', text, required)
    .execute()
}

/** `project_key` is empty for what holds everywhere, so that names are unique there too. */
async function createRoles(db: Kysely<unknown>, { text, integer, keyOnly }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('roles')
    .addColumn('project_key', text, required)
    .addColumn('name', text, required)
    .addColumn('description', text, required)
    .addColumn('environments', text, required)
    .addColumn('actions', text, required)
    .addPrimaryKeyConstraint('roles_key', ['project_key', 'name'])
    .execute()
  await keyOnly(
    db.schema
      .createTable('environments')
      .addColumn('project_key', text, required)
      .addColumn('name', text, required)
      .addColumn('position', integer, required)
      .addPrimaryKeyConstraint('environments_key', ['project_key', 'name']),
  ).execute()
  for (const [position, name] of ['DEV', 'PROD'].entries())
    await sql`insert into environments (project_key, name, position) values ('', ${name}, ${position})`.execute(
      db,
    )
}

async function createMembers(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('project_members')
    .addColumn('id', text, primary)
    .addColumn('project_key', text, ofProject)
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('group_id', text, (column) => column.references('groups.id').onDelete('cascade'))
    .addColumn('roles', text, required)
    .addUniqueConstraint('project_members_users', ['project_key', 'user_id'])
    .addUniqueConstraint('project_members_groups', ['project_key', 'group_id'])
    .execute()
  for (const column of ['user_id', 'group_id'])
    await db.schema.createIndex(`project_members_by_${column}`).on('project_members').column(column).execute()
}

async function assignRepositories(
  db: Kysely<unknown>,
  { text, integer, keyOnly }: ColumnTypes,
): Promise<void> {
  for (const [name, value] of Object.entries({ project_key: '', environments: '[]' }))
    await db.schema
      .alterTable('repositories')
      .addColumn(name, text, (column) => column.notNull().defaultTo(value))
      .execute()
  await db.schema
    .createIndex('repositories_by_project_key')
    .on('repositories')
    .column('project_key')
    .execute()
  await keyOnly(
    db.schema
      .createTable('project_shares')
      .addColumn('repository_id', text, (column) =>
        column.notNull().references('repositories.id').onDelete('cascade'),
      )
      // Empty: with every project.
      .addColumn('project_key', text, required)
      .addColumn('is_read_only', integer, required)
      .addPrimaryKeyConstraint('project_shares_key', ['repository_id', 'project_key']),
  ).execute()
  await db.schema
    .createIndex('project_shares_by_project_key')
    .on('project_shares')
    .column('project_key')
    .execute()
}
