// How upstreams did last, so that a start knows it.
import type { Migration } from './migration.ts'

export const upstreamHealth: Migration = {
  name: '0040-upstream-health',
  async up(db, { text }) {
    await db.schema
      .createTable('upstream_health')
      .addColumn('repository_id', text, (column) =>
        column.notNull().primaryKey().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('upstream', text, (column) => column.notNull())
      .addColumn('last_success_at', text)
      .addColumn('last_failure_at', text)
      .addColumn('last_failure', text)
      .addColumn('offline_until', text)
      .execute()
  },
}
