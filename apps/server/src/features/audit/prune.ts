// Entries that are older than the settings want are removed, in small steps so that nobody waits long.
import { securityOf } from '../../access/sign-in/security.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

const step = 1000

export async function pruneAudit({ access, clock, database }: Services): Promise<void> {
  const { auditRetentionDays } = await securityOf(access)
  const before = new Date(clock.now().getTime() - auditRetentionDays * 86_400_000).toISOString()
  for (;;) {
    const rows = await database.db
      .selectFrom('audit')
      .select('sequence')
      .where('at', '<', before)
      .orderBy('at')
      .limit(step)
      .execute()
    if (rows.length === 0) return
    const gone = rows.map((row) => row.sequence)
    await transaction(database, (db) => db.deleteFrom('audit').where('sequence', 'in', gone).execute())
  }
}
