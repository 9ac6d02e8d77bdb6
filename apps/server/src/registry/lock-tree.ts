// Adding to a repository's tree and removing from it, kept apart.
import type { Db } from '../platform/db/connect.ts'
import type { Registry } from './registry.ts'

/**
 * First in a transaction that adds to a tree or removes from it. On PostgreSQL those who remove then wait for those who
 * add and the other way round, so that no file arrives in a folder that is just going; on SQLite all wait anyway.
 */
export async function lockTree(
  { database }: Registry,
  db: Db,
  repositoryId: string,
  change: 'add' | 'remove',
): Promise<void> {
  if (!database.isShared) return
  const repository = db.selectFrom('repositories').select('id').where('id', '=', repositoryId)
  await (change === 'add' ? repository.forKeyShare() : repository.forUpdate()).execute()
}
