// Builds whose files leave for another place, the trash can among them.
import { chunks } from '../../access/people/memberships.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Where the files come to lie, they are read again if that is a place for builds. */
export async function forgetBuilds(db: Db, nodeIds: readonly string[]): Promise<void> {
  for (const some of chunks(nodeIds)) await db.deleteFrom('builds').where('node_id', 'in', some).execute()
}
