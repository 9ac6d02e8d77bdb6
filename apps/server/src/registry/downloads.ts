// Downloads are counted in memory and written in batches: never one write per read.
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { transaction } from '../platform/db/transaction.ts'
import type { FileNode } from './file-nodes.ts'
import type { Registry } from './registry.ts'

interface Count {
  versionId: string | null
  packageId: string | null
  count: number
  /** The last one. */
  at: Date
  by: string
}

export class DownloadCounter {
  /** By the id of the file. */
  private counts = new Map<string, Count>()

  add(file: Pick<FileNode, 'id' | 'versionId' | 'packageId'>, by: string, at: Date): void {
    const known = this.counts.get(file.id)
    if (known) {
      known.count++
      known.at = at
      known.by = by
    } else
      this.counts.set(file.id, { versionId: file.versionId, packageId: file.packageId, count: 1, at, by })
  }

  take(): Map<string, Count> {
    const taken = this.counts
    this.counts = new Map()
    return taken
  }

  giveBack(counts: Map<string, Count>): void {
    for (const [id, before] of counts) {
      const since = this.counts.get(id)
      if (since) since.count += before.count
      else this.counts.set(id, before)
    }
  }
}

export async function flushDownloads(registry: Registry): Promise<void> {
  const counts = registry.downloads.take()
  if (counts.size === 0) return
  const day = registry.clock.now().toISOString().slice(0, 10)
  try {
    await transaction(registry.database, async (db) => {
      await writeVersionCounts(db, counts, day)
      await writeFileCounts(db, counts)
    })
  } catch (error) {
    registry.downloads.giveBack(counts)
    throw error
  }
}

async function writeVersionCounts(db: Db, counts: Map<string, Count>, day: string): Promise<void> {
  const sums = new Map<string, { package_id: string; count: number }>()
  for (const { versionId, packageId, count } of counts.values()) {
    if (versionId === null || packageId === null) continue
    sums.set(versionId, { package_id: packageId, count: count + (sums.get(versionId)?.count ?? 0) })
  }
  const known = await knownIds(db, 'versions', [...sums.keys()])
  const rows = [...sums]
    .filter(([versionId]) => known.has(versionId))
    .map(([version_id, sum]) => ({ version_id, day, ...sum }))
  for (const some of piecesOf(rows, 200))
    await db
      .insertInto('downloads')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['version_id', 'day'])
          .doUpdateSet({ count: sql<number>`downloads.count + excluded.count` }),
      )
      .execute()
}

async function writeFileCounts(db: Db, counts: Map<string, Count>): Promise<void> {
  const known = await knownIds(db, 'nodes', [...counts.keys()])
  const rows = [...counts]
    .filter(([id]) => known.has(id))
    .map(([node_id, { count, at, by }]) => ({
      node_id,
      downloads: count,
      downloaded_at: at.toISOString(),
      downloaded_by: by,
    }))
  for (const some of piecesOf(rows, 200))
    await db
      .insertInto('node_stats')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('node_id').doUpdateSet({
          downloads: sql<number>`node_stats.downloads + excluded.downloads`,
          downloaded_at: sql<string>`excluded.downloaded_at`,
          downloaded_by: sql<string>`excluded.downloaded_by`,
        }),
      )
      .execute()
}

/** What was downloaded may have been deleted since. */
async function knownIds(db: Db, table: 'versions' | 'nodes', ids: string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of piecesOf(ids, 500)) {
    const rows = await db.selectFrom(table).select('id').where('id', 'in', some).execute()
    for (const row of rows) known.add(row.id)
  }
  return known
}

function* piecesOf<T>(list: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
