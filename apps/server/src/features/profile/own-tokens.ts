// One's own tokens, and which of them end soon.
import type { ListedToken } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { toListed } from '../../access/tokens/token-lists.ts'
import { tokenSettings } from '../../access/tokens/token-settings.ts'
import { briefSeconds } from '../../access/tokens/tokens.ts'

const mostShown = 1000

export async function ownTokens(access: Access, actor: Actor): Promise<ListedToken[]> {
  const rows = await access.database.db
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', actor.userId ?? '')
    // Spent by refreshing: the token that took its place is in the list.
    .where('refresh_spent_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()
  const now = access.clock.now().toISOString()
  return rows.map((row) => toListed(row, actor, now))
}

/** The ids of those that end within the days of the settings; what renews itself or is meant to end is no reason to warn. */
export async function endingSoon(access: Access, tokens: ListedToken[]): Promise<string[]> {
  const { warnDays } = await access.live.get(tokenSettings)
  const until = new Date(access.clock.now().getTime() + warnDays * 86_400_000).toISOString()
  return tokens
    .filter(({ createdAt, expiresAt, isExpired, isRefreshable }) => {
      if (expiresAt === null || isExpired || isRefreshable) return false
      return expiresAt <= until && Date.parse(expiresAt) - Date.parse(createdAt) > briefSeconds * 1000
    })
    .map((token) => token.id)
}
