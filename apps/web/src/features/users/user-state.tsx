import type { UserSummary } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { DisabledIcon, LockIcon, MailIcon } from '../../ui/icons.ts'

/** Whether somebody can sign in; only what deviates is coloured. */
export function UserState({ row }: { row: Pick<UserSummary, 'status' | 'isLocked'> }) {
  if (row.isLocked) {
    return (
      <span className={lists['state']} data-look="warn">
        <LockIcon size="1rem" stroke={1.75} aria-hidden="true" />
        {message('people.locked')}
      </span>
    )
  }
  if (row.status === 'disabled') {
    return (
      <span className={lists['state']} data-look="error">
        <DisabledIcon size="1rem" stroke={1.75} aria-hidden="true" />
        {message('people.disabled')}
      </span>
    )
  }
  if (row.status === 'invited') {
    return (
      <span className={lists['state']}>
        <MailIcon size="1rem" stroke={1.5} aria-hidden="true" />
        {message('people.invited')}
      </span>
    )
  }
  return (
    <span className={lists['state']}>
      <span className={lists['dot']} />
      {message('people.enabled')}
    </span>
  )
}
