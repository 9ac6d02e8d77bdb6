// Which checksums the client that sent a file declared: clients read back exactly those.
import type { Migration } from './migration.ts'

export const declaredSums: Migration = {
  name: '0060-declared-sums',
  async up(db, { integer }) {
    await db.schema.alterTable('nodes').addColumn('declared_sums', integer).execute()
  },
}
