// Requests hold names and addresses: they are kept for a year, and never more than the newest ten thousand.
import { transaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Services } from '../feature.ts'

const year = 365 * 86_400_000
const mostKept = 10_000

export async function pruneRequests({ clock, database }: Services): Promise<void> {
  // An id begins with its time, so this one is older than any made later.
  const oldest = newId(clock.now().getTime() - year)
  const beyond = await database.db
    .selectFrom('contact_requests')
    .select('id')
    .orderBy('id', 'desc')
    .offset(mostKept)
    .limit(1)
    .executeTakeFirst()
  const last = beyond !== undefined && beyond.id > oldest ? beyond.id : oldest
  await transaction(database, (db) => db.deleteFrom('contact_requests').where('id', '<=', last).execute())
}
