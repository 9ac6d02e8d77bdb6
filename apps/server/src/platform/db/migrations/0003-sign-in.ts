// Signing in beyond a name and a password: sessions that rotate, second factors, keys that are used once, wrong answers
// that are counted, and invitations.
import type { Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const signIn: Migration = {
  name: '0003-sign-in',
  async up(db, types) {
    await extendSessions(db, types)
    await createSecondFactors(db, types)
    await createOneTimeKeys(db, types)
    await createAttempts(db, types)
    await createInvitations(db, types)
  },
}

async function extendSessions(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  // The old ones have no family to rotate in; people sign in once more.
  await db.schema.dropTable('sessions').execute()
  await db.schema
    .createTable('sessions')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('secret_hash', text, (column) => column.notNull())
    .addColumn('previous_hash', text)
    .addColumn('rotated_at', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .addColumn('seen_at', text, (column) => column.notNull())
    .addColumn('is_remembered', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('browser', text, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_user_id').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_by_expires_at').on('sessions').column('expires_at').execute()
}

async function createSecondFactors(
  db: Kysely<unknown>,
  { text, integer, keyOnly }: ColumnTypes,
): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', text, (column) =>
      column.notNull().primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('last_step', integer, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .execute()
  await keyOnly(
    db.schema
      .createTable('recovery_codes')
      .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'hash']),
  ).execute()
}

async function createOneTimeKeys(db: Kysely<unknown>, { text, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('one_time_keys')
    .addColumn('hash', text, (column) => column.notNull().primaryKey())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('one_time_keys_by_user_id')
    .on('one_time_keys')
    .columns(['user_id', 'kind'])
    .execute()
  await db.schema
    .createIndex('one_time_keys_by_expires_at')
    .on('one_time_keys')
    .column('expires_at')
    .execute()
}

async function createAttempts(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text, integer, keyOnly } = types
  await db.schema
    .createTable('attempts')
    .addColumn('key', text, (column) => column.notNull().primaryKey())
    .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('address', text)
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('last_at', text, (column) => column.notNull())
    .addColumn('locked_until', text)
    .execute()
  await db.schema.createIndex('attempts_by_last_at').on('attempts').column('last_at').execute()
  await db.schema.createIndex('attempts_by_user_id').on('attempts').column('user_id').execute()
  await db.schema.createIndex('attempts_by_locked_until').on('attempts').column('locked_until').execute()
  await keyOnly(
    db.schema
      .createTable('known_places')
      .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', text, (column) => column.notNull())
      .addColumn('seen_at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('known_places_key', ['user_id', 'hash']),
  ).execute()
  await db.schema.createIndex('known_places_by_seen_at').on('known_places').column('seen_at').execute()
}

async function createInvitations(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('secret_hash', text, (column) => column.notNull().unique())
    .addColumn('email', text, (column) => column.notNull().unique())
    .addColumn('groups', text, (column) => column.notNull())
    .addColumn('invited_by', text, (column) => column.notNull())
    .addColumn('project', text)
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
}
