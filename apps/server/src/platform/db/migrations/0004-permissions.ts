// Permissions in the place of the first list of grants. What everybody who signed in could read becomes a permission of
// the group that everybody joins; what single users were given becomes permissions of theirs.
import { type ColumnDefinitionBuilder, type Kysely } from 'kysely'
import { newId } from '../../ids.ts'
import type { ColumnTypes, Migration } from './migration.ts'

export const permissions: Migration = {
  name: '0004-permissions',
  async up(db, types) {
    await createPermissions(db, types)
    // As they are now; later migrations have tables of their own.
    const tables = db as Kysely<Tables>
    await startCounting(tables)
    const groupId = await createBuiltIns(tables)
    await convertGrants(tables, groupId)
    await db.schema.dropTable('grants').execute()
  },
}

interface Tables {
  settings: { name: string; value: string }
  users: Record<UserColumn, string | number | null> & { id: string; name: string }
  groups: Record<GroupColumn, string | number | null> & { id: string; name: string }
  memberships: { user_id: string; group_id: string; source: string }
  grants: { user_id: string | null; action: string; repository: string }
  permissions: Record<'id' | 'name' | 'created_at' | 'modified_at' | 'modified_by', string> & {
    revision: number
  }
  permission_targets: Record<
    'permission_id' | 'section' | 'target' | 'include_patterns' | 'exclude_patterns',
    string
  >
  permission_users: Record<'permission_id' | 'section' | 'user_id' | 'actions', string>
  permission_groups: Record<'permission_id' | 'section' | 'group_id' | 'actions', string>
}

type UserColumn =
  | 'email'
  | 'password_hash'
  | 'is_admin'
  | 'must_change_password'
  | 'created_at'
  | 'is_password_disabled'
type GroupColumn =
  | 'description'
  | 'realm'
  | 'realm_attributes'
  | 'external_id'
  | 'is_admin'
  | 'is_auto_join'
  | 'privileges'
  | 'created_at'

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const belongsTo = (table: string) => (column: ColumnDefinitionBuilder) =>
  column.notNull().references(`${table}.id`).onDelete('cascade')

async function createPermissions(
  db: Kysely<unknown>,
  { text, integer, keyOnly }: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable('permissions')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('revision', integer, required)
    .addColumn('created_at', text, required)
    .addColumn('modified_at', text, required)
    .addColumn('modified_by', text, required)
    .execute()
  await keyOnly(
    db.schema
      .createTable('permission_targets')
      .addColumn('permission_id', text, belongsTo('permissions'))
      .addColumn('section', text, required)
      .addColumn('target', text, required)
      .addColumn('include_patterns', text, required)
      .addColumn('exclude_patterns', text, required)
      .addPrimaryKeyConstraint('permission_targets_key', ['permission_id', 'section', 'target']),
  ).execute()
  await db.schema
    .createIndex('permission_targets_by_target')
    .on('permission_targets')
    .columns(['target', 'section'])
    .execute()
  for (const [table, owner, column] of [
    ['permission_users', 'users', 'user_id'],
    ['permission_groups', 'groups', 'group_id'],
  ] as const) {
    await keyOnly(
      db.schema
        .createTable(table)
        .addColumn('permission_id', text, belongsTo('permissions'))
        .addColumn('section', text, required)
        .addColumn(column, text, belongsTo(owner))
        .addColumn('actions', text, required)
        .addPrimaryKeyConstraint(`${table}_key`, ['permission_id', 'section', column]),
    ).execute()
    await db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute()
  }
  for (const column of ['status', 'last_signed_in_at'])
    await db.schema.createIndex(`users_by_${column}`).on('users').columns([column, 'name']).execute()
}

const startCounting = (db: Kysely<Tables>) =>
  db
    .insertInto('settings')
    .values(['access_version', 'rules_version'].map((name) => ({ name, value: '1' })))
    .execute()

/** Returns the id of the group that everybody joins. */
async function createBuiltIns(db: Kysely<Tables>): Promise<string> {
  const now = new Date().toISOString()
  const groupId = newId()
  await db
    .insertInto('groups')
    .values({
      id: groupId,
      name: 'readers',
      description: 'Everybody who signs in',
      realm: 'internal',
      realm_attributes: '',
      external_id: null,
      is_admin: 0,
      is_auto_join: 1,
      privileges: '',
      created_at: now,
    })
    .execute()
  await db
    .insertInto('memberships')
    .columns(['user_id', 'group_id', 'source'])
    .expression(
      db
        .selectFrom('users')
        .select((select) => [
          'users.id',
          select.val(groupId).as('group_id'),
          select.val('internal').as('source'),
        ]),
    )
    .execute()
  await db
    .insertInto('users')
    .values({
      id: newId(),
      name: 'anonymous',
      email: null,
      password_hash: null,
      is_admin: 0,
      must_change_password: 0,
      is_password_disabled: 1,
      created_at: now,
    })
    .execute()
  return groupId
}

async function convertGrants(db: Kysely<Tables>, groupId: string): Promise<void> {
  const everybody = await db.selectFrom('grants').selectAll().where('user_id', 'is', null).execute()
  const anonymous = await db
    .selectFrom('users')
    .select('id')
    .where('name', '=', 'anonymous')
    .executeTakeFirstOrThrow()
  for (const [index, { actions, repositories }] of bySameActions(everybody).entries()) {
    const id = await insertPermission(db, index === 0 ? 'Anything' : `Anything ${index + 1}`, repositories)
    await db
      .insertInto('permission_groups')
      .values({ permission_id: id, section: 'artifact', group_id: groupId, actions })
      .execute()
    // Anonymous access, where it was switched on, meant reading everything.
    if (index === 0)
      await db
        .insertInto('permission_users')
        .values({ permission_id: id, section: 'artifact', user_id: anonymous.id, actions: 'read' })
        .execute()
  }
  const own = await db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select(['users.id', 'users.name', 'grants.action', 'grants.repository'])
    .orderBy('users.name')
    .execute()
  for (const [userId, grants] of Map.groupBy(own, (row) => row.id))
    for (const [index, { actions, repositories }] of bySameActions(grants).entries()) {
      const name = `Rights of ${grants[0]?.name ?? userId}${index === 0 ? '' : ` ${index + 1}`}`
      const id = await insertPermission(db, name, repositories)
      await db
        .insertInto('permission_users')
        .values({ permission_id: id, section: 'artifact', user_id: userId, actions })
        .execute()
    }
}

/** A permission gives the same rights on all its repositories: one for each set of rights. */
function bySameActions(
  grants: readonly { action: string; repository: string }[],
): { actions: string; repositories: string[] }[] {
  const byRepository = Map.groupBy(grants, (grant) => grant.repository)
  const sets = [...byRepository].map(([repository, some]) => ({
    repository,
    actions: [...new Set(some.map((grant) => grant.action))].sort().join(' '),
  }))
  return [...Map.groupBy(sets, (one) => one.actions)].map(([actions, some]) => ({
    actions,
    repositories: some.map((one) => one.repository),
  }))
}

async function insertPermission(db: Kysely<Tables>, name: string, repositories: string[]): Promise<string> {
  const id = newId()
  const now = new Date().toISOString()
  await db
    .insertInto('permissions')
    .values({ id, name, revision: 1, created_at: now, modified_at: now, modified_by: 'system' })
    .execute()
  await db
    .insertInto('permission_targets')
    .values(
      repositories.map((repository) => ({
        permission_id: id,
        section: 'artifact',
        target: repository === '*' ? 'ANY' : repository,
        include_patterns: '["**"]',
        exclude_patterns: '[]',
      })),
    )
    .execute()
  return id
}
