// The health of upstreams beyond the life of a process: read at its start, written with the counters every few seconds.
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'

export async function restoreHealth({ database, remotes }: Registry): Promise<void> {
  remotes.healths.restore(await database.db.selectFrom('upstream_health').selectAll().execute())
}

export async function flushHealth({ database, remotes, clock }: Registry): Promise<void> {
  const rows = remotes.healths.takeChanges(clock.now())
  if (rows.length === 0) return
  try {
    await transaction(database, async (db) => {
      // Repositories that were deleted meanwhile are not heard of any more.
      const ids = rows.map((row) => row.repository_id)
      const found = await db.selectFrom('repositories').select('id').where('id', 'in', ids).execute()
      const known = new Set(found.map(({ id }) => id))
      const kept = rows.filter((row) => known.has(row.repository_id))
      if (kept.length === 0) return
      await db
        .insertInto('upstream_health')
        .values(kept)
        .onConflict((on) =>
          on.column('repository_id').doUpdateSet((update) => ({
            upstream: update.ref('excluded.upstream'),
            last_success_at: update.ref('excluded.last_success_at'),
            last_failure_at: update.ref('excluded.last_failure_at'),
            last_failure: update.ref('excluded.last_failure'),
            offline_until: update.ref('excluded.offline_until'),
            hits: update.ref('excluded.hits'),
            misses: update.ref('excluded.misses'),
            halved_at: update.ref('excluded.halved_at'),
          })),
        )
        .execute()
    })
  } catch (error) {
    remotes.healths.giveBack(rows)
    throw error
  }
}
