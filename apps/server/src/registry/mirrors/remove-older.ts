// A removal that another member of a federation tells.
import type { Actor } from '../../access/actor.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { requireRight, stampOf } from '../by-actor.ts'
import { removeFiles } from '../files.ts'
import { lockTree } from '../lock-tree.ts'
import { isAtOrBelow } from '../nodes.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'
import { noteRemoved } from './removed.ts'
import { Superseded } from './superseded.ts'

/** What is older than the removal goes, what was published since stays. */
export async function removeOlder(
  registry: Registry,
  actor: Actor & { changedAt: string },
  repository: Repository,
  path: string,
): Promise<void> {
  requireRight(actor, 'delete', repository, path)
  // First, and also when nothing lies here: from now on nobody brings back what is older.
  await transaction(registry.database, async (db) => {
    await lockTree(registry, db, repository.id, 'remove')
    await noteRemoved(db, repository, path, stampOf(registry, actor))
  })
  await removeFiles(registry, actor, repository, path).catch(async (error: unknown) => {
    if (!(error instanceof Superseded)) throw error
    const older = await olderFiles(registry, repository, path, actor.changedAt)
    if (older.length === 0) throw error
    for (const one of older) await removeFiles(registry, actor, repository, one.path).catch(unlessNewer)
  })
}

const olderFiles = ({ database }: Registry, { id }: Repository, path: string, changedAt: string) =>
  database.db
    .selectFrom('nodes')
    .select('path')
    .where('repository_id', '=', id)
    .where(isAtOrBelow(path))
    .where('kind', '=', 'file')
    .where('modified_at', '<=', changedAt)
    .execute()

function unlessNewer(error: unknown): void {
  if (!(error instanceof Superseded)) throw error
}
