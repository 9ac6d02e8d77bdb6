// Replications of repositories, as they were configured.
import type { Migration } from './migration.ts'

export const replications: Migration = {
  name: '0041-replications',
  async up(db, { text }) {
    await db.schema
      .createTable('replications')
      .addColumn('repository_id', text, (column) =>
        column.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('settings', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('replications_key', ['repository_id', 'url'])
      .execute()
  },
}
