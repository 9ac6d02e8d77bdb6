// How many of the requests for files the cache of a remote repository answered lately.
import type { Migration } from './migration.ts'

export const cacheHits: Migration = {
  name: '0092-cache-hits',
  async up(db, { text, integer }) {
    for (const name of ['hits', 'misses'])
      await db.schema
        .alterTable('upstream_health')
        .addColumn(name, integer, (column) => column.notNull().defaultTo(0))
        .execute()
    await db.schema.alterTable('upstream_health').addColumn('halved_at', text).execute()
  },
}
