// How many bytes clients fetched in each calendar month: counted in memory, written in batches, like downloads.
import { sql } from 'kysely'
import type { BlockedUsage } from '@bindery/contracts'
import { transaction } from '../db/transaction.ts'
import type { Installation, OfInstallation } from './installation.ts'

export class TransferCounter {
  private bytes = 0

  add(bytes: number): void {
    this.bytes += bytes
  }

  /** Not yet written. */
  get pending(): number {
    return this.bytes
  }

  take(): number {
    const { bytes } = this
    this.bytes = 0
    return bytes
  }
}

export async function flushTransfers({ database, transfers, clock }: Installation): Promise<void> {
  const bytes = transfers.take()
  if (bytes === 0) return
  try {
    await transaction(database, (db) =>
      db
        .insertInto('transfers')
        .values({ month: monthOf(clock.now()), bytes })
        .onConflict((on) =>
          on.column('month').doUpdateSet({ bytes: sql<number>`transfers.bytes + excluded.bytes` }),
        )
        .execute(),
    )
  } catch (error) {
    transfers.add(bytes)
    throw error
  }
}

/** Quotas that are used up. Nothing is refused for it: people are told. */
export async function blockedUsages({ installation }: OfInstallation): Promise<BlockedUsage[]> {
  const { transferQuota: quota, database, transfers, clock } = installation
  if (quota === undefined) return []
  const row = await database.db
    .selectFrom('transfers')
    .select('bytes')
    .where('month', '=', monthOf(clock.now()))
    .executeTakeFirst()
  const used = Number(row?.bytes ?? 0) + transfers.pending
  return used < quota ? [] : [{ usage: 'DATA_TRANSFER', used, quota }]
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7)
