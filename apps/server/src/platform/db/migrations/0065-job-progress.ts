// How far a job is and since when it runs, for people who wait for it.
import type { Migration } from './migration.ts'

export const jobProgress: Migration = {
  name: '0065-job-progress',
  async up(db, { text }) {
    await db.schema.alterTable('jobs').addColumn('progress', text).execute()
    await db.schema.alterTable('jobs').addColumn('started_at', text).execute()
  },
}
