// Finding what nothing refers to. It is only dated here; what has been garbage for long enough is removed by sweep.ts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Registry } from '../registry.ts'

// A few milliseconds of one core for each step: nobody notices it.
const step = 1000

export interface Walk {
  signal?: AbortSignal
  /** Told after each step how many blobs were looked at so far. */
  tell?: ((looked: number) => Promise<void>) | undefined
}

/** Dates what became garbage since the last time, and takes the date from what is used again. Returns how many blobs there are. */
export async function markGarbage(registry: Registry, { signal, tell }: Walk = {}): Promise<number> {
  const { db } = registry.database
  let looked = 0
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const last = await lastOfStep(db, after)
    if (last === undefined) return looked
    await markStep(registry, after, last.sha256)
    looked += last.count
    after = last.sha256
    await tell?.(looked)
    await nextTurn()
  }
}

/** Whoever adds a table that refers to blobs adds it here. The build information of builds and the trash are nodes. */
export const isReferenced = (eb: ExpressionBuilder<Schema, 'blobs'>) =>
  eb.or([
    eb.exists(eb.selectFrom('nodes').select('nodes.id').whereRef('nodes.sha256', '=', 'blobs.sha256')),
    // Whole, but not yet deployed.
    eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.sha256', '=', 'blobs.sha256')),
  ])

async function lastOfStep(db: Db, after: string): Promise<{ sha256: string; count: number } | undefined> {
  const row = await db
    .selectFrom((from) =>
      from
        .selectFrom('blobs')
        .select('sha256')
        .where('sha256', '>', after)
        .orderBy('sha256')
        .limit(step)
        .as('some'),
    )
    .select((eb) => [eb.fn.max('sha256').as('sha256'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  return row.sha256 === null ? undefined : { sha256: row.sha256, count: Number(row.count) }
}

async function markStep(registry: Registry, after: string, last: string): Promise<void> {
  const wrong = await registry.database.db
    .selectFrom('blobs')
    .select(['sha256', 'unreferenced_at'])
    .where('sha256', '>', after)
    .where('sha256', '<=', last)
    .where((eb) =>
      eb.or([
        eb.and([eb('unreferenced_at', 'is', null), eb.not(isReferenced(eb))]),
        eb.and([eb('unreferenced_at', 'is not', null), isReferenced(eb)]),
      ]),
    )
    .execute()
  if (wrong.length === 0) return
  const digests = (isGarbage: boolean) =>
    wrong.filter((row) => (row.unreferenced_at === null) === isGarbage).map((row) => row.sha256)
  const now = registry.clock.now().toISOString()
  await transaction(registry.database, async (db) => {
    await date(db, digests(true), now)
    await date(db, digests(false), null)
  })
}

export async function date(db: Db, digests: string[], unreferenced_at: string | null): Promise<void> {
  if (digests.length > 0)
    await db.updateTable('blobs').set({ unreferenced_at }).where('sha256', 'in', digests).execute()
}
