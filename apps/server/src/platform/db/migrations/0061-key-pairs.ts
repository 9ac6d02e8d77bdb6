// Pairs of keys to sign with, and public keys of others that are trusted.
import type { Migration } from './migration.ts'

export const keyPairs: Migration = {
  name: '0061-key-pairs',
  async up(db, { text }) {
    await db.schema
      .createTable('key_pairs')
      .addColumn('name', text, (column) => column.primaryKey().notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('alias', text, (column) => column.notNull())
      .addColumn('public_key', text, (column) => column.notNull())
      .addColumn('sealed_key', text, (column) => column.notNull())
      .addColumn('sealed_passphrase', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('trusted_keys')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('alias', text, (column) => column.notNull().unique())
      .addColumn('fingerprint', text, (column) => column.notNull().unique())
      .addColumn('key', text, (column) => column.notNull())
      .addColumn('issued_at', text, (column) => column.notNull())
      .addColumn('issued_by', text, (column) => column.notNull())
      .addColumn('expires_at', text)
      .addColumn('created_at', text, (column) => column.notNull())
      .execute()
  },
}
