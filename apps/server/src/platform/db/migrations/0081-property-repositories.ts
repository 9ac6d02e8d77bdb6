// Properties know their repository, so that a search in one of them is a range of an index and need not look at every file that
// has the property anywhere. The table is written anew: adding a column would leave a default behind that hides mistakes.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const propertyRepositories: Migration = {
  name: '0081-property-repositories',
  async up(db, { text, keyOnly }) {
    await keyOnly(
      db.schema
        .createTable('placed_properties')
        .addColumn('node_id', text, (column) => column.notNull().references('nodes.id').onDelete('cascade'))
        .addColumn('key', text, (column) => column.notNull())
        .addColumn('value', text, (column) => column.notNull())
        .addColumn('repository_id', text, (column) => column.notNull())
        .addPrimaryKeyConstraint('properties_by_node', ['node_id', 'key', 'value']),
    ).execute()
    await sql`insert into placed_properties (node_id, key, value, repository_id)
      select properties.node_id, properties.key, properties.value, nodes.repository_id
      from properties join nodes on nodes.id = properties.node_id
      order by properties.node_id`.execute(db)
    await db.schema.dropTable('properties').execute()
    await db.schema.alterTable('placed_properties').renameTo('properties').execute()
    await db.schema
      .createIndex('properties_by_key_value_repository_id_node_id')
      .on('properties')
      .columns(['key', 'value', 'repository_id', 'node_id'])
      .execute()
  },
}
