// Removing what has been garbage for long enough, in short transactions. The order makes it safe beside uploads of the same
// bytes (docs/adr/0012-garbage-collection.md): rows are locked, asked once more and deleted, the files are set aside
// before the commit, and dropped so much later that no upload that saw them in their place is still under way.
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'
import { date, isReferenced } from './mark.ts'

const step = 100
/** Between the moment an upload finds a file in its place and the commit of its rows lie seconds. */
export const asideMilliseconds = 10 * 60 * 1000

/** What commands have that work without a server. */
export type Store = Pick<Registry, 'database' | 'blobs' | 'clock'>

interface Amount {
  count: number
  bytes: number
}

interface SweepOptions {
  /** What is garbage since then, or longer. */
  before: Date
  signal?: AbortSignal
  /** Asked after each step with what was removed so far; false ends the sweep. */
  goOn?: (removed: Amount) => Promise<boolean>
}

export async function sweepGarbage(registry: Registry, options: SweepOptions): Promise<Amount> {
  const removed: Amount = { count: 0, bytes: 0 }
  for (;;) {
    options.signal?.throwIfAborted()
    const digests = await findDue(registry.database.db, options.before)
    if (digests.length === 0) return removed
    const gone = await removeStep(registry, digests, options.before)
    removed.count += gone.length
    removed.bytes += gone.reduce((sum, { size }) => sum + size, 0)
    if ((await options.goOn?.(removed)) === false) return removed
  }
}

/** What a sweep would remove now, and what waits for the end of its time. As of the last marking. */
export async function countGarbage(db: Db, before: Date): Promise<{ due: Amount; waiting: Amount }> {
  const sum = async (operator: '<=' | '>') => {
    const row = await db
      .selectFrom('blobs')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
      .where('unreferenced_at', operator, before.toISOString())
      .executeTakeFirstOrThrow()
    return { count: Number(row.count), bytes: Number(row.bytes ?? 0) }
  }
  return { due: await sum('<='), waiting: await sum('>') }
}

/**
 * Settles what was set aside: a crash may have undone the deletion of the row but not the move of the file, so what has a row
 * comes back; the rest goes when its time is over.
 */
export async function settleAside(registry: Store, before: Date): Promise<number> {
  const aside = await registry.blobs.listAside()
  let dropped = 0
  for (let start = 0; start < aside.length; start += step) {
    const some = aside.slice(start, start + step)
    const known = await knownDigests(
      registry.database.db,
      some.map(({ sha256 }) => sha256),
    )
    for (const { sha256, since } of some) {
      if (known.has(sha256)) await registry.blobs.bringBack(registry.database.db, sha256)
      if (since > before) continue
      // What came back is not here any more; what an upload stored anew is.
      await registry.blobs.dropAside(sha256)
      dropped += 1
    }
  }
  return dropped
}

export async function knownDigests(db: Db, digests: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('blobs').select('sha256').where('sha256', 'in', digests).execute()
  return new Set(rows.map((row) => row.sha256))
}

async function findDue(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('unreferenced_at', '<=', before.toISOString())
    .orderBy('unreferenced_at')
    .limit(step)
    .execute()
  return rows.map((row) => row.sha256)
}

async function removeStep(
  registry: Registry,
  digests: string[],
  before: Date,
): Promise<{ sha256: string; size: number }[]> {
  try {
    return await transaction(registry.database, async (db) => {
      await lockBlobs(registry, db, digests)
      // Asked in a statement of its own, so that PostgreSQL shows what was committed while we waited for the rows.
      const used = await db
        .selectFrom('blobs')
        .select('sha256')
        .where('sha256', 'in', digests)
        .where(isReferenced)
        .execute()
      await date(
        db,
        used.map((row) => row.sha256),
        null,
      )
      const gone = await db
        .deleteFrom('blobs')
        .where('sha256', 'in', digests)
        .where('unreferenced_at', '<=', before.toISOString())
        .returning(['sha256', 'size'])
        .execute()
      await registry.blobs.setAside(
        db,
        gone.map((row) => row.sha256),
      )
      return gone
    })
  } catch (error) {
    for (const sha256 of digests) await registry.blobs.bringBack(registry.database.db, sha256)
    throw error
  }
}

/** In one order, so that two who wait for several do so in one direction. SQLite has one writer at a time anyway. */
async function lockBlobs({ database }: Registry, db: Db, digests: string[]): Promise<void> {
  if (!database.isShared) return
  await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', 'in', digests)
    .orderBy('sha256')
    .forUpdate()
    .execute()
}
