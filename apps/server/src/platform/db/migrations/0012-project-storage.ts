// How much each project holds: summed up in the background and kept, because counting costs a walk over its files.
import { sql, type ColumnDefinitionBuilder } from 'kysely'
import type { Migration } from './migration.ts'

export const projectStorage: Migration = {
  name: '0012-project-storage',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('project_storage')
      .addColumn('project_key', text, (column: ColumnDefinitionBuilder) =>
        column.notNull().primaryKey().references('projects.key').onDelete('cascade'),
      )
      .addColumn('bytes', integer)
      .addColumn('files', integer)
      .addColumn('calculated_at', text)
      .addColumn('requested_at', text)
      .execute()
    // Those that exist wait for their first sum.
    await sql`insert into project_storage (project_key, requested_at) select key, created_at from projects`.execute(
      db,
    )
  },
}
