// What a sign-in leaves behind and nobody needs any more: counters of wrong answers, keys that were never used.
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

const keptFor = 24 * 3_600_000

export async function pruneSignIn({ clock, database }: Services): Promise<void> {
  const now = clock.now()
  const old = new Date(now.getTime() - keptFor).toISOString()
  await transaction(database, async (db) => {
    await db
      .deleteFrom('attempts')
      .where('last_at', '<', old)
      .where((where) =>
        where.or([where('locked_until', 'is', null), where('locked_until', '<', now.toISOString())]),
      )
      .execute()
    await db.deleteFrom('one_time_keys').where('expires_at', '<', now.toISOString()).execute()
    await db.deleteFrom('sessions').where('expires_at', '<', now.toISOString()).execute()
    // One that has ended may still be sent again for some weeks.
    const long = new Date(now.getTime() - 30 * keptFor).toISOString()
    await db.deleteFrom('invitations').where('expires_at', '<', long).execute()
  })
}
