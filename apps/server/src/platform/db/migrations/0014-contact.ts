// What people sent by the contact form, and what they prefer.
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { ColumnTypes, Migration } from './migration.ts'

export const contact: Migration = {
  name: '0014-contact',
  async up(db, types) {
    await createRequests(db, types)
    await createPreferences(db, types)
  },
}

const required = (column: ColumnDefinitionBuilder) => column.notNull()

async function createRequests(db: Kysely<unknown>, { text }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('contact_requests')
    // Ids sort by the time they were made, so the key serves the list too.
    .addColumn('id', text, (column) => column.notNull().primaryKey())
    .addColumn('created_at', text, required)
    .addColumn('created_by', text, required)
    .addColumn('topic', text, required)
    .addColumn('first_name', text, required)
    .addColumn('last_name', text, required)
    .addColumn('country', text, required)
    .addColumn('email', text, required)
    .addColumn('comment', text, required)
    .addColumn('source', text, required)
    .addColumn('job_id', text)
    .addColumn('delivered_at', text)
    .execute()
}

async function createPreferences(db: Kysely<unknown>, { text, keyOnly }: ColumnTypes): Promise<void> {
  const table = db.schema
    .createTable('preferences')
    .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key', text, required)
    .addColumn('value', text, required)
    .addPrimaryKeyConstraint('preferences_key', ['user_id', 'key'])
  await keyOnly(table).execute()
}
