// Zapping the caches of a remote repository: what is kept stays, and nothing that was learned from the upstream before this moment
// is believed any more. Only the moment is written, with the repository, so that it takes no longer for a million files, and every
// process knows it with the next request.
import { audit, type Doer } from '../../access/audit.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Registry } from '../registry.ts'
import type { Repository } from '../repositories.ts'

export async function zapCaches(registry: Registry, by: Doer, remote: Repository): Promise<void> {
  if (remote.kind !== 'remote' || remote.isCache)
    throw badRequest(`${remote.key} is not a remote repository: it has no caches to zap.`)
  await transaction(registry.database, async (db, after) => {
    await db
      .updateTable('repositories')
      .set({ zapped_at: registry.clock.now().toISOString() })
      .where('id', '=', remote.id)
      .execute()
    await audit(registry.access, db, by, { kind: 'repository.caches-zapped', target: remote.key })
    after(() => registry.repositories.forgetAll())
  })
}

/** Whether something was learned from the upstream so long ago that it is not believed any more. */
export const isZapped = ({ zappedAt }: Repository, learnedAt: Date): boolean =>
  zappedAt !== undefined && learnedAt <= zappedAt
