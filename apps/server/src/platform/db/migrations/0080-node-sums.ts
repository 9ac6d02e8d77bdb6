// The checksums of a file beside it: they follow from its SHA-256 and never change, and a list of ten thousand files need not look
// up ten thousand blobs. Files that were there before have none, and are looked up as before.
import type { Migration } from './migration.ts'

export const nodeSums: Migration = {
  name: '0080-node-sums',
  async up(db, { text }) {
    await db.schema.alterTable('nodes').addColumn('sha1', text).execute()
    await db.schema.alterTable('nodes').addColumn('md5', text).execute()
  },
}
