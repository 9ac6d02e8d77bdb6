// Since when everything that a remote repository learned from its upstream counts as old.
import type { Migration } from './migration.ts'

export const zappedCaches: Migration = {
  name: '0091-zapped-caches',
  async up(db, { text }) {
    await db.schema.alterTable('repositories').addColumn('zapped_at', text).execute()
  },
}
