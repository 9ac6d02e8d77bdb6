// The trash can is a repository that every installation has.
import { sql } from 'kysely'
import { newId } from '../../ids.ts'
import type { Migration } from './migration.ts'

export const trash: Migration = {
  name: '0025-trash',
  async up(db) {
    await sql`insert into repositories (id, key, folded_key, kind, format, description, settings, project_key, environments, created_at)
      values (${newId()}, 'auto-trashcan', 'auto-trashcan', 'local', 'generic', 'What was deleted', '{}', '', '[]', ${new Date().toISOString()})`.execute(
      db,
    )
    // What is found there longest goes first.
    await db.schema
      .createIndex('nodes_by_repository_id_updated_at')
      .on('nodes')
      .columns(['repository_id', 'updated_at'])
      .execute()
  },
}
