// Downloads are counted in memory and written in batches: never one write per read.
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { Registry } from './registry.ts'

interface Count {
  packageId: string
  count: number
}

export class DownloadCounter {
  private counts = new Map<string, Count>()

  add(versionId: string, packageId: string): void {
    const known = this.counts.get(versionId)
    if (known) known.count++
    else this.counts.set(versionId, { packageId, count: 1 })
  }

  take(): Map<string, Count> {
    const taken = this.counts
    this.counts = new Map()
    return taken
  }

  giveBack(counts: Map<string, Count>): void {
    for (const [versionId, { packageId, count }] of counts) {
      this.add(versionId, packageId)
      const entry = this.counts.get(versionId)
      if (entry) entry.count += count - 1
    }
  }
}

export async function flushDownloads(registry: Registry): Promise<void> {
  const counts = registry.downloads.take()
  if (counts.size === 0) return
  const day = registry.clock.now().toISOString().slice(0, 10)
  try {
    await transaction(registry.database, async (db) => {
      const known = await knownVersions(db, [...counts.keys()])
      const rows = [...counts]
        .filter(([versionId]) => known.has(versionId))
        .map(([version_id, { packageId, count }]) => ({ version_id, package_id: packageId, day, count }))
      for (let start = 0; start < rows.length; start += 200)
        await db
          .insertInto('downloads')
          .values(rows.slice(start, start + 200))
          .onConflict((conflict) =>
            conflict
              .columns(['version_id', 'day'])
              .doUpdateSet({ count: sql<number>`downloads.count + excluded.count` }),
          )
          .execute()
    })
  } catch (error) {
    registry.downloads.giveBack(counts)
    throw error
  }
}

/** A version may have been deleted since it was downloaded. */
async function knownVersions(db: Db, ids: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let start = 0; start < ids.length; start += 500) {
    const rows = await db
      .selectFrom('versions')
      .select('id')
      .where('id', 'in', ids.slice(start, start + 500))
      .execute()
    for (const row of rows) known.add(row.id)
  }
  return known
}
