// Certificates that the server shows to upstreams which ask for one.
import type { Migration } from './migration.ts'

export const clientCertificates: Migration = {
  name: '0064-client-certificates',
  async up(db, { text }) {
    await db.schema
      .createTable('client_certificates')
      .addColumn('alias', text, (column) => column.primaryKey().notNull())
      .addColumn('certificate', text, (column) => column.notNull())
      .addColumn('sealed_key', text, (column) => column.notNull())
      .addColumn('created_at', text, (column) => column.notNull())
      .execute()
  },
}
