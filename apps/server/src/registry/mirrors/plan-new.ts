// Replications that were saved before mirrors existed have no row that says when they run. They get it when the program starts.
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'
import { findRepositoryById } from '../repositories.ts'
import { mirrorsOf } from './mirror.ts'
import { planRun } from './state.ts'

/** Nothing is written once all of them are planned. */
export async function planNewMirrors(registry: Registry): Promise<void> {
  for (const id of await unplannedRepositories(registry))
    await transaction(registry.database, async (db) => {
      const repository = await findRepositoryById(db, id)
      if (!repository) return
      for (const mirror of await mirrorsOf(registry, db, repository))
        await planRun(db, mirror, registry.clock.now())
    })
}

async function unplannedRepositories({ database }: Registry): Promise<string[]> {
  const rows = await database.db
    .selectFrom('replications')
    .leftJoin('mirrors', (join) =>
      join
        .onRef('mirrors.repository_id', '=', 'replications.repository_id')
        .onRef('mirrors.url', '=', 'replications.url'),
    )
    .where('mirrors.id', 'is', null)
    .select('replications.repository_id')
    .distinct()
    .execute()
  return rows.map((row) => row.repository_id)
}
