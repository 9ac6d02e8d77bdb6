import type { MirrorStatus, ReplicationView } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { exactTime, until } from '../../lib/time.ts'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const looks = { ok: 'ok', never_run: 'info', inconsistent: 'warn', error: 'error' } as const
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
  return (
    <Notice look={isOff ? 'info' : looks[status]} title={name}>
      <p>
        {isOff ? `${message('repository.mirrorOff')} · ` : null}
        {isRunning ? message('repository.mirrorRunning') : message(texts[status])}
        {lastCompleted === null ? null : (
          <>
            {' · '}
            {message('repository.mirrorLast')} <When at={lastCompleted} />
          </>
        )}
        {nextRun === null ? null : (
          <>
            {' · '}
            {message('repository.mirrorNext')}{' '}
            <time dateTime={nextRun} title={exactTime(nextRun)}>
              {until(nextRun)}
            </time>
          </>
        )}
        {waiting === 0 ? null : ` · ${message('repository.mirrorWaiting', { count: waiting })}`}
      </p>
      {reason === null ? null : <p>{reason}</p>}
      {replication === undefined ? null : (
        <div className={styles['actions']}>
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
    </Notice>
  )
}
