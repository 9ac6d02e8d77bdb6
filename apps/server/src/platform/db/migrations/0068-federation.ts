// Federated repositories: with what a member is spoken to, and what was removed when.
import type { Migration } from './migration.ts'

export const federation: Migration = {
  name: '0068-federation',
  async up(db, { text }) {
    await db.schema.alterTable('mirrors').addColumn('secret', text).execute()
    await db.schema
      .createTable('removed_paths')
      .addColumn('repository_id', text, (column) =>
        column.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('at', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('removed_paths_key', ['repository_id', 'path'])
      .execute()
  },
}
