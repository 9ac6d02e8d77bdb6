// People beyond a name and a password: where they come from, the groups they are in, and what was done by whom.
import { sql, type Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const identity: Migration = {
  name: '0002-identity',
  async up(db, types) {
    await extendUsers(db, types)
    await createGroups(db, types)
    await createAudit(db, types)
  },
}

async function extendUsers(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  const texts = { realm: 'internal', status: 'enabled', privileges: '' }
  for (const [name, value] of Object.entries(texts))
    await db.schema
      .alterTable('users')
      .addColumn(name, text, (column) => column.notNull().defaultTo(value))
      .execute()
  const flags = { is_profile_updatable: 1, has_ui_access: 1, is_password_disabled: 0 }
  for (const [name, value] of Object.entries(flags))
    await db.schema
      .alterTable('users')
      .addColumn(name, integer, (column) => column.notNull().defaultTo(value))
      .execute()
  for (const name of ['external_id', 'password_changed_at', 'last_signed_in_at'])
    await db.schema.alterTable('users').addColumn(name, text).execute()
  await db.schema
    .createIndex('users_by_email')
    .on('users')
    .expression(sql`lower(email)`)
    .execute()
  await db.schema.createIndex('users_by_external_id').on('users').columns(['realm', 'external_id']).execute()
}

async function createGroups(db: Kysely<unknown>, { text, integer, keyOnly }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('groups')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('name', text, (column) => column.notNull().unique())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('realm', text, (column) => column.notNull())
    .addColumn('realm_attributes', text, (column) => column.notNull())
    .addColumn('external_id', text)
    .addColumn('is_admin', integer, (column) => column.notNull())
    .addColumn('is_auto_join', integer, (column) => column.notNull())
    .addColumn('privileges', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .execute()
  await keyOnly(
    db.schema
      .createTable('memberships')
      .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('group_id', text, (column) => column.notNull().references('groups.id').onDelete('cascade'))
      // Who said so: `internal`, or the provider whose word is taken anew at each sign-in.
      .addColumn('source', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('memberships_key', ['user_id', 'group_id']),
  ).execute()
  await db.schema.createIndex('memberships_by_group_id').on('memberships').column('group_id').execute()
}

async function createAudit(db: Kysely<unknown>, { text, counter }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('sequence', counter)
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('outcome', text, (column) => column.notNull())
    .addColumn('actor', text, (column) => column.notNull())
    .addColumn('address', text)
    .addColumn('target', text)
    .addColumn('detail', text, (column) => column.notNull())
    .execute()
  for (const column of ['at', 'kind', 'actor', 'target'])
    await db.schema.createIndex(`audit_by_${column}`).on('audit').columns([column, 'sequence']).execute()
}
