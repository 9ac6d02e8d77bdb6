import type { MirrorStatus, ReplicationView } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { exactTime, until } from '../../lib/time.ts'
import page from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './mirror-card.module.css'

const looks = { ok: 'ok', never_run: 'quiet', inconsistent: 'warn', error: 'error' } as const
const texts = {
  ok: 'repository.mirrorOk',
  never_run: 'repository.mirrorNeverRun',
  inconsistent: 'repository.mirrorInconsistent',
  error: 'repository.mirrorError',
} as const

interface MirrorCardProps {
  mirror: MirrorStatus
  /** Undefined for a member of a federation, which is edited with the repository. */
  replication: ReplicationView | undefined
  onEdit: () => void
  onRemove: () => void
}

/** How one mirror does. */
export function MirrorCard({ mirror, replication, onEdit, onRemove }: MirrorCardProps) {
  const { url, status, reason, isRunning, lastCompleted, nextRun, waiting } = mirror
  const name = url === '' ? message('repository.mirrorUpstream') : url
  const isOff = replication?.enabled === false
  const state = isRunning ? 'repository.mirrorRunning' : isOff ? 'repository.mirrorOff' : texts[status]
  return (
    <li className={styles['card']}>
      <div className={styles['head']}>
        <p className={styles['name']}>{name}</p>
        <Tag look={isRunning ? 'accent' : isOff ? 'quiet' : looks[status]}>{message(state)}</Tag>
      </div>
      {reason === null ? null : <p>{reason}</p>}
      <div className={styles['foot']}>
        <Times {...{ lastCompleted, nextRun, waiting }} />
        {replication === undefined ? null : (
          <div className={page['actions']}>
            <ChangeButton
              size={28}
              aria-label={message('repository.editWhat', { what: name })}
              onClick={onEdit}
            >
              {message('repository.edit')}
            </ChangeButton>
            <ChangeButton
              size={28}
              look="plain"
              aria-label={message('shared.removeWhat', { what: name })}
              onClick={onRemove}
            >
              {message('repository.removeReplication')}
            </ChangeButton>
          </div>
        )}
      </div>
    </li>
  )
}

type TimesProps = Pick<MirrorStatus, 'lastCompleted' | 'nextRun' | 'waiting'>

const Times = ({ lastCompleted, nextRun, waiting }: TimesProps) => (
  <p className={styles['times']}>
    {lastCompleted === null ? null : (
      <span>
        {message('repository.mirrorLast')} <When at={lastCompleted} />
      </span>
    )}
    {nextRun === null ? null : (
      <span>
        {message('repository.mirrorNext')}{' '}
        <time dateTime={nextRun} title={exactTime(nextRun)}>
          {until(nextRun)}
        </time>
      </span>
    )}
    {waiting === 0 ? null : <span>{message('repository.mirrorWaiting', { count: waiting })}</span>}
  </p>
)
