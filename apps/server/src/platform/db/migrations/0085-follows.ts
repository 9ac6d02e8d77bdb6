// Who follows which place or package, and the news they are told.
import { sql } from 'kysely'
import type { Migration } from './migration.ts'

export const follows: Migration = {
  name: '0085-follows',
  async up(db, { text, integer }) {
    await db.schema
      .createTable('follows')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('user_id', text, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('repository_id', text, (column) => column.references('repositories.id').onDelete('cascade'))
      .addColumn('format', text, (column) => column.notNull())
      .addColumn('package', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .addColumn('since', text, (column) => column.notNull())
      .execute()
    // Nobody follows the same twice; a package has no repository.
    await sql`create unique index follows_of_user on follows
      (user_id, path, format, coalesce(repository_id, ''))`.execute(db)
    await db.schema.createIndex('follows_by_place').on('follows').columns(['repository_id', 'path']).execute()
    await db.schema
      .createTable('follow_news')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('follow_id', text, (column) => column.notNull().references('follows.id').onDelete('cascade'))
      .addColumn('opened_at', text, (column) => column.notNull())
      .addColumn('changed_at', text, (column) => column.notNull())
      .addColumn('is_open', integer, (column) => column.notNull())
      .addColumn('is_read', integer, (column) => column.notNull())
      .addColumn('added', integer, (column) => column.notNull())
      .addColumn('removed', integer, (column) => column.notNull())
      .addColumn('annotated', integer, (column) => column.notNull())
      .addColumn('actor', text, (column) => column.notNull())
      .addColumn('repository', text, (column) => column.notNull())
      .addColumn('path', text, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('follow_news_of_follow')
      .on('follow_news')
      .columns(['follow_id', 'changed_at'])
      .execute()
    await db.schema
      .createIndex('follow_news_by_state')
      .on('follow_news')
      .columns(['is_open', 'opened_at'])
      .execute()
  },
}
