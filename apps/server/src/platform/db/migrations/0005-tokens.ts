// Tokens as the JFrog Platform's: signed, scoped, refreshable, with a short form; the keys that sign them; API keys; exchange
// of foreign tokens; sign-in of a command line through the browser.
import { sql, type ColumnDefinitionBuilder, type Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const tokens: Migration = {
  name: '0005-tokens',
  async up(db, types) {
    await rebuildTokens(db, types)
    await createKeys(db, types)
    await createExchange(db, types)
    await createBrowserHelp(db, types)
  },
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()
const primary = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()
const unique = (column: ColumnDefinitionBuilder) => column.unique()

/** Made anew, because SQLite cannot take back that every token has a user: those of groups need none. */
async function rebuildTokens(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('tokens_next')
    .addColumn('id', text, primary)
    .addColumn('kind', text, required)
    .addColumn('secret_hash', text, (column) => column.notNull().unique())
    .addColumn('reference_hash', text, unique)
    .addColumn('refresh_hash', text, unique)
    .addColumn('refresh_spent_at', text)
    .addColumn('family', text, required)
    .addColumn('key_id', text)
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('subject', text, required)
    .addColumn('scope', text, required)
    .addColumn('audience', text, required)
    .addColumn('description', text, required)
    .addColumn('project_key', text, required)
    .addColumn('created_by', text, required)
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text)
    .addColumn('life_seconds', integer)
    .addColumn('last_used_at', text)
    .addColumn('last_used_address', text)
    .addColumn('warned_at', text)
    .execute()
  await sql`insert into tokens_next
      (id, kind, secret_hash, family, user_id, subject, scope, audience, description, project_key, created_by, created_at,
       expires_at, last_used_at)
    select tokens.id, 'opaque', tokens.secret_hash, tokens.id, tokens.user_id, users.name, tokens.scope, '*@*',
      tokens.description, '', users.name, tokens.created_at, tokens.expires_at, tokens.last_used_at
    from tokens inner join users on users.id = tokens.user_id`.execute(db)
  await db.schema.dropTable('tokens').execute()
  await db.schema.alterTable('tokens_next').renameTo('tokens').execute()
  for (const column of ['user_id', 'family', 'subject', 'created_at', 'expires_at', 'key_id'])
    await db.schema.createIndex(`tokens_by_${column}`).on('tokens').columns([column, 'id']).execute()
}

async function createKeys(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('signing_keys')
    .addColumn('id', text, primary)
    .addColumn('public_key', text, required)
    .addColumn('private_key', text)
    .addColumn('created_at', text, required)
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('user_id', text, (column) =>
      column.notNull().primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret_hash', text, (column) => column.notNull().unique())
    .addColumn('sealed', text, required)
    .addColumn('created_at', text, required)
    .execute()
}

async function createExchange(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('oidc_providers')
    .addColumn('name', text, primary)
    .addColumn('settings', text, required)
    .addColumn('created_at', text, required)
    .execute()
  await db.schema
    .createTable('oidc_mappings')
    .addColumn('provider', text, (column) =>
      column.notNull().references('oidc_providers.name').onDelete('cascade'),
    )
    .addColumn('name', text, required)
    .addColumn('priority', integer, required)
    .addColumn('settings', text, required)
    .addColumn('created_at', text, required)
    .addPrimaryKeyConstraint('oidc_mappings_key', ['provider', 'name'])
    .execute()
}

async function createBrowserHelp(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('cli_logins')
    .addColumn('id', text, primary)
    .addColumn('client', text, required)
    .addColumn('address', text, required)
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('created_at', text, required)
    .addColumn('expires_at', text, required)
    .execute()
  await db.schema.createIndex('cli_logins_by_expires_at').on('cli_logins').column('expires_at').execute()
  await db.schema.createIndex('cli_logins_by_address').on('cli_logins').column('address').execute()
  await db.schema
    .createTable('profile_unlocks')
    .addColumn('session_id', text, (column) =>
      column.notNull().primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('until', text, required)
    .execute()
}
