import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { exactTime } from '../../lib/time.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { LimitedNumber } from './limited-number.tsx'
import { lockList, useUnlock } from './queries.ts'
import type { SectionProps } from './rules-draft.ts'

export function LockSection({ rules, onChange, wrong }: SectionProps) {
  const { lock } = rules
  const change = (part: Partial<typeof lock>) => onChange({ lock: { ...lock, ...part } })
  return (
    <FormSection id="lock" title={message('security.lock')} text={message('security.lockText')}>
      <CheckRow
        label={message('security.lockEnabled')}
        description={message('security.lockEnabledText')}
        checked={lock.isEnabled}
        onChange={(isEnabled) => change({ isEnabled })}
      />
      <div className={styles['pair']}>
        <LimitedNumber
          name="attempts"
          label={message('security.attempts')}
          unit={message('security.times')}
          wrong={wrong}
          value={lock.attempts}
          disabled={!lock.isEnabled}
          onChange={(attempts) => change({ attempts })}
        />
        <LimitedNumber
          name="minutes"
          label={message('security.lockLasts')}
          unit={message('security.minutes')}
          wrong={wrong}
          value={lock.minutes}
          disabled={!lock.isEnabled}
          onChange={(minutes) => change({ minutes })}
        />
      </div>
      <Locks />
    </FormSection>
  )
}

/** Who is locked out at present. */
function Locks() {
  const locks = useQuery(lockList).data ?? []
  const unlock = useUnlock()
  if (locks.length === 0) return <p className={styles['muted']}>{message('security.noLocks')}</p>
  const end = (name: string) =>
    unlock.mutate({ params: { name } }, { onError: (error) => notify('error', error.message) })
  return (
    <SimpleTable
      label={message('security.locks')}
      rows={locks}
      rowKey={({ user, address }) => `${user} ${address}`}
      columns={columnsFor(end)}
    />
  )
}

interface Lock {
  user: string | null
  address: string | null
  failures: number
  lockedUntil: string
}

const columnsFor = (onUnlock: (name: string) => void) => [
  { header: message('security.lockedWho'), cell: ({ user, address }: Lock) => user ?? address },
  { header: message('security.failures'), cell: ({ failures }: Lock) => failures },
  { header: message('security.lockedUntil'), cell: ({ lockedUntil }: Lock) => exactTime(lockedUntil) },
  {
    header: message('security.action'),
    cell: ({ user }: Lock) =>
      user === null ? null : (
        <Button look="plain" size={28} onClick={() => onUnlock(user)}>
          {message('security.unlock')}
        </Button>
      ),
  },
]
