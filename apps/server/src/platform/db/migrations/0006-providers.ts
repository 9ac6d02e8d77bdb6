// Identity providers outside, whom their people are here, and what is remembered between the steps of a sign-in there.
import type { Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const providers: Migration = {
  name: '0006-providers',
  async up(db, types) {
    await createProviders(db, types)
    await createLinks(db, types)
    await createSignInStates(db, types)
    await createSamlSessions(db, types)
    await db.schema.createIndex('groups_by_external_id').on('groups').column('external_id').execute()
  },
}

async function createProviders(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('identity_providers')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('settings', text, (column) => column.notNull())
    // When somebody last came through with these settings; null after each change of them.
    .addColumn('tested_at', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('identity_providers_key', ['kind', 'name'])
    .execute()
}

async function createLinks(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('identity_links')
    .addColumn('realm', text, (column) => column.notNull())
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('identity_links_key', ['realm', 'provider', 'subject'])
    .execute()
  await db.schema.createIndex('identity_links_by_user_id').on('identity_links').column('user_id').execute()
}

async function createSignInStates(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sign_in_states')
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_states_key', ['kind', 'id'])
    .execute()
  await db.schema
    .createIndex('sign_in_states_by_expires_at')
    .on('sign_in_states')
    .column('expires_at')
    .execute()
}

async function createSamlSessions(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('saml_sessions')
    // SHA-256 of the secret that the browser holds in a cookie.
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', text, (column) => column.notNull())
    .addColumn('name_id', text, (column) => column.notNull())
    .addColumn('name_id_format', text, (column) => column.notNull())
    .addColumn('session_index', text)
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('saml_sessions_by_name_id')
    .on('saml_sessions')
    .columns(['provider', 'name_id'])
    .execute()
  for (const column of ['user_id', 'expires_at'])
    await db.schema.createIndex(`saml_sessions_by_${column}`).on('saml_sessions').column(column).execute()
}
