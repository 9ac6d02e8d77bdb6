// What is done about tokens by the clock: old rows go, keys are renewed, and owners hear of tokens that end soon.
import { rotateWhenDue } from '../../access/tokens/signing-keys.ts'
import { briefSeconds } from '../../access/tokens/tokens.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Feature, Services } from '../feature.ts'
import { warnOfEnds } from './warnings.ts'

/** An expired token stays in the lists for a while; what can still be refreshed stays much longer. */
const keepExpiredDays = 30
const keepRefreshableDays = 365

export const jobs: NonNullable<Feature['jobs']> = {
  'token-upkeep': async (services) => {
    await pruneTokens(services)
    await rotateWhenDue(services.access)
  },
  'token-warnings': (services) => warnOfEnds(services),
}

export const schedules: NonNullable<Feature['schedules']> = {
  'token-upkeep': { everyMinutes: 60 },
  'token-warnings': { everyMinutes: 60 },
}

async function pruneTokens({ database, clock }: Services): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000).toISOString()
  await transaction(database, async (db) => {
    await db
      .deleteFrom('tokens')
      .where('expires_at', '<', before(keepExpiredDays))
      .where((where) =>
        where.or([
          where('refresh_hash', 'is', null),
          where('refresh_spent_at', 'is not', null),
          where('expires_at', '<', before(keepRefreshableDays)),
        ]),
      )
      .execute()
    await db
      .deleteFrom('tokens')
      .where('expires_at', '<', before(0))
      .where('life_seconds', '<=', briefSeconds)
      .where('refresh_hash', 'is', null)
      .execute()
    await db.deleteFrom('cli_logins').where('expires_at', '<', clock.now().toISOString()).execute()
    await db.deleteFrom('profile_unlocks').where('until', '<', clock.now().toISOString()).execute()
  })
}
