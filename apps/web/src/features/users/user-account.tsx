import type { UserDetails } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { BulkAction } from './bulk-dialog.tsx'
import { realmLabel } from './realm.ts'
import { UserState } from './user-state.tsx'

/** What the account is at present, and what an administrator does when somebody is locked out. */
export function UserAccount({
  user,
  onAction,
}: {
  user: UserDetails
  onAction: (action: BulkAction) => void
}) {
  const facts = [
    { label: message('people.status'), value: <UserState row={user} /> },
    { label: message('people.realm'), value: realmLabel(user.realm) },
    {
      label: message('people.secondFactor'),
      value: message(user.hasSecondFactor ? 'people.enrolled' : 'people.notEnrolled'),
    },
    {
      label: message('people.lastSignIn'),
      value: user.lastSignedInAt === null ? message('people.never') : <When at={user.lastSignedInAt} />,
    },
    { label: message('people.createdAt'), value: <When at={user.createdAt} /> },
  ]
  const isInternal = user.realm === 'internal' && !user.isPasswordDisabled
  return (
    <FormSection title={message('people.account')}>
      <Facts facts={facts} />
      <div className={styles['actions']}>
        {user.isLocked ? (
          <Button size={28} onClick={() => onAction('unlock')}>
            {message('people.unlock')}
          </Button>
        ) : null}
        {user.hasSecondFactor ? (
          <Button size={28} onClick={() => onAction('reset-second-factor')}>
            {message('people.resetSecondFactor')}
          </Button>
        ) : null}
        {isInternal ? (
          <Button size={28} onClick={() => onAction('expire-password')}>
            {message('people.expirePassword')}
          </Button>
        ) : null}
      </div>
    </FormSection>
  )
}
