import type { ListedToken } from '@bindery/contracts'
import { message } from '../lib/messages.ts'
import { exactTime, isNear, until } from '../lib/time.ts'
import { WarningIcon } from '../ui/icons.ts'
import lists from './list-page.module.css'

const soon = 7 * 86_400_000

/** When a token ends; only what deserves a look is coloured. */
export function TokenEnd({
  token,
}: {
  token: Pick<ListedToken, 'expiresAt' | 'isExpired' | 'isRefreshable'>
}) {
  const { expiresAt, isExpired, isRefreshable } = token
  if (expiresAt === null)
    return (
      <span className={lists['state']} data-look="warn">
        <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
        {message('shared.tokenNeverEnds')}
      </span>
    )
  const isSoon = !isRefreshable && isNear(expiresAt, soon)
  return (
    <time
      dateTime={expiresAt}
      title={exactTime(expiresAt)}
      className={lists['state']}
      data-look={isExpired ? 'error' : isSoon ? 'warn' : undefined}
    >
      {isExpired ? message('shared.tokenEnded') : until(expiresAt)}
    </time>
  )
}
