// Mirrors of repositories: how each does, and the paths at which it may differ.
import type { Migration } from './migration.ts'

export const mirrors: Migration = {
  name: '0067-mirrors',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('mirrors')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('repository_id', text, (column) =>
        column.notNull().references('repositories.id').onDelete('cascade'),
      )
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('reason', text)
      .addColumn('running_since', text)
      .addColumn('completed_at', text)
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('next_run_at', text)
      .addColumn('progress', text, (column) => column.notNull())
      .addUniqueConstraint('mirrors_of_repository', ['repository_id', 'url'])
      .execute()
    await db.schema
      .createTable('mirror_changes')
      .addColumn('mirror_id', text, (column) => column.notNull().references('mirrors.id').onDelete('cascade'))
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('noted', text, (column) => column.notNull())
      .addColumn('origins', text, (column) => column.notNull())
      .addColumn('after', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('mirror_changes_key', ['mirror_id', 'path'])
      .execute()
    await db.schema
      .createIndex('mirror_changes_by_time')
      .on('mirror_changes')
      .columns(['mirror_id', 'noted'])
      .execute()
  },
}
