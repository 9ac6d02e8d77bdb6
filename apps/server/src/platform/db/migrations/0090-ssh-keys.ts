// Public keys that people sign in with over SSH.
import type { Migration } from './migration.ts'

export const sshKeys: Migration = {
  name: '0090-ssh-keys',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('ssh_keys')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('bits', integer, (column) => column.notNull())
      // A key belongs to one user only: it alone says who signs in.
      .addColumn('fingerprint', text, (column) => column.notNull().unique())
      .addColumn('public_key', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .addColumn('last_used_at', text)
      .addColumn('last_used_address', text)
      .execute()
    await db.schema.createIndex('ssh_keys_of_user').on('ssh_keys').column('user_id').execute()
  },
}
