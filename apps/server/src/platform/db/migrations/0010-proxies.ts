// Proxies that requests to other servers go through.
import type { ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

const required = (column: ColumnDefinitionBuilder) => column.notNull()

export const proxies: Migration = {
  name: '0010-proxies',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('proxies')
      .addColumn('key', text, (column) => column.notNull().primaryKey())
      // Names are unique whatever their case.
      .addColumn('folded_key', text, (column) => column.notNull().unique())
      .addColumn('host', text, required)
      .addColumn('port', integer, required)
      .addColumn('user_name', text, required)
      .addColumn('sealed_password', text, required)
      .addColumn('nt_host', text, required)
      .addColumn('nt_domain', text, required)
      .addColumn('is_default', integer, required)
      .addColumn('redirecting_hosts', text, required)
      .addColumn('no_proxy', text, required)
      .addColumn('last_test', text)
      .addColumn('created_at', text, required)
      .execute()
  },
}
