// The index of when something was changed in its place serves the trash can alone. Published files have no such date, so they
// need not be in it: one page less that every publish writes.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const trashedOnly: Migration = {
  name: '0074-trashed-only',
  async up(db) {
    await db.schema.dropIndex('nodes_by_repository_id_updated_at').execute()
    await sql`create index nodes_by_repository_id_updated_at on nodes (repository_id, updated_at)
      where updated_at is not null`.execute(db)
  },
}
