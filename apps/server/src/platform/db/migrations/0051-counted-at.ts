// When what a repository holds was counted, so that whoever reads a number knows how old it is.
import type { Migration } from './migration.ts'

export const countedAt: Migration = {
  name: '0051-counted-at',
  async up(db, { text }) {
    await db.schema.alterTable('storage_sums').addColumn('counted_at', text).execute()
  },
}
