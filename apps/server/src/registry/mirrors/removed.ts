// What was removed from federated repositories, and when: so that a file that another member still sends, because it has not heard of
// it yet, does not come back.
import type { Db } from '../../platform/db/connect.ts'
import { ancestorsOf, type Stamp } from '../nodes.ts'
import type { Repository } from '../repositories.ts'

const keptFor = 30 * 24 * 60 * 60 * 1000

/** Inside the transaction that removes it: nothing may arrive between the two. */
export async function noteRemoved(
  db: Db,
  { id, kind }: Repository,
  path: string,
  { at }: Stamp,
): Promise<void> {
  if (kind !== 'federated') return
  await db
    .insertInto('removed_paths')
    .values({ repository_id: id, path, at })
    .onConflict((on) =>
      on.columns(['repository_id', 'path']).doUpdateSet({ at }).where('removed_paths.at', '<', at),
    )
    .execute()
}

/** When the path, or a folder that it lay in, was removed last; undefined when nobody knows. */
export async function removedAt(db: Db, { id }: Repository, path: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('removed_paths')
    .select('at')
    .where('repository_id', '=', id)
    .where('path', 'in', ancestorsOf(path))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}

/** Inside a transaction: members that were away for longer are compared by hand. */
export async function forgetRemoved(db: Db, { id }: Repository, now: Date): Promise<void> {
  await db
    .deleteFrom('removed_paths')
    .where('repository_id', '=', id)
    .where('at', '<', new Date(now.getTime() - keptFor).toISOString())
    .execute()
}
