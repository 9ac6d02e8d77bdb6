// Owners of tokens that end soon are told once, by mail, where there is a mail server and an address for links.
import { tokenSettings } from '../../access/tokens/token-settings.ts'
import { enqueueLetter, writeLetter, type Letter } from '../../platform/mail/letters.ts'
import { mailServer } from '../../platform/mail/settings.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Services } from '../feature.ts'

const mostAtOnce = 1000

interface Ending {
  id: string
  user: string
  email: string | null
  description: string
  expires_at: string | null
}

export async function warnOfEnds(services: Services): Promise<void> {
  const { access, database, clock } = services
  const { warnDays } = await access.live.get(tokenSettings)
  const server = await access.live.get(mailServer)
  const base = server.baseUrl || services.baseUrl
  if (warnDays === 0 || !server.isEnabled || !base) return
  const ending = await findEnding(services, warnDays)
  if (ending.length === 0) return
  await transaction(database, async (db) => {
    // Another process may have told some of them meanwhile.
    const taken = await db
      .updateTable('tokens')
      .set({ warned_at: clock.now().toISOString() })
      .where(
        'id',
        'in',
        ending.map(({ id }) => id),
      )
      .where('warned_at', 'is', null)
      .returning('id')
      .execute()
    const ids = new Set(taken.map(({ id }) => id))
    const byUser = Map.groupBy(
      ending.filter(({ id }) => ids.has(id)),
      ({ user }) => user,
    )
    for (const tokens of byUser.values()) await enqueueLetter(db, access.vault, letterFor(tokens, base))
  })
}

/** What renews itself is no reason to write. */
function findEnding({ database, clock }: Services, warnDays: number): Promise<Ending[]> {
  const now = clock.now()
  return (
    database.db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'tokens.description', 'tokens.expires_at', 'users.name as user', 'users.email'])
      .where('tokens.expires_at', '>', now.toISOString())
      .where('tokens.expires_at', '<=', new Date(now.getTime() + warnDays * 86_400_000).toISOString())
      .where('tokens.warned_at', 'is', null)
      .where('tokens.refresh_hash', 'is', null)
      // A token that is made for a build of some minutes is meant to end.
      .where('tokens.life_seconds', '>', warnDays * 86_400)
      .where('users.email', 'is not', null)
      .where('users.status', '=', 'enabled')
      .orderBy('tokens.expires_at')
      .limit(mostAtOnce)
      .execute()
  )
}

function letterFor(tokens: Ending[], base: string): Letter {
  const [first] = tokens
  return writeLetter({
    to: first?.email ?? '',
    subject: tokens.length === 1 ? 'An access token of yours ends soon' : 'Access tokens of yours end soon',
    before: [
      `Hello ${first?.user ?? ''},`,
      'What uses these tokens stops working when they end:',
      ...tokens.map(
        ({ description, id, expires_at }) => `${description || id}, on ${(expires_at ?? '').slice(0, 10)}`,
      ),
    ],
    action: { label: 'Make new ones in your profile', url: `${base.replace(/\/+$/, '')}/ui/user_profile` },
    after: ['You get this letter once for each token.'],
  })
}
