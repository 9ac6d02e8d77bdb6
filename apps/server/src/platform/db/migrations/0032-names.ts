// Files and folders by the beginning of their name, whatever its case: the filter of the artifact browser.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const names: Migration = {
  name: '0032-names',
  async up(db) {
    await db.schema
      .createIndex('nodes_by_folded_name')
      .on('nodes')
      .expression(sql`lower(name)`)
      .execute()
  },
}
