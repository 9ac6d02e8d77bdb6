// Downloads of the last days, over all packages.
import type { Migration } from './migration.ts'

export const downloadsByDay: Migration = {
  name: '0018-downloads-by-day',
  async up(db) {
    await db.schema
      .createIndex('downloads_by_day_package_id_count')
      .on('downloads')
      .columns(['day', 'package_id', 'count'])
      .execute()
  },
}
