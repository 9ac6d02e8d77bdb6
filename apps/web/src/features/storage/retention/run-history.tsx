import type { RetentionRun } from '@bindery/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { message, richMessage } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { PanelError } from '../../../shared/panel-error.tsx'
import { When } from '../../../shared/when.tsx'
import { ChangeButton } from '../../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './retention.module.css'

interface RunHistoryProps {
  runs: UseQueryResult<RetentionRun[]>
  isRunning: boolean
  /** Why the last wish for a run was refused. */
  error: Error | null
  /** It runs as it is saved, so not while there are changes. */
  isChanged: boolean
  onRun: () => void
}

/** What was removed, newest first. */
export function RunHistory({ runs, isRunning, error, isChanged, onRun }: RunHistoryProps) {
  return (
    <Card label={message('retention.history')}>
      <CardHead>
        <h2 className={styles['title']}>{message('retention.history')}</h2>
        <ChangeButton size={28} disabled={isChanged} isBusy={isRunning} onClick={onRun}>
          {message('retention.runNow')}
        </ChangeButton>
      </CardHead>
      <CardBody>
        {error === null ? null : (
          <Notice look="error" isUrgent>
            {error.message}
          </Notice>
        )}
        {runs.error === null ? null : (
          <PanelError
            title={message('retention.failed')}
            error={runs.error}
            onRetry={() => void runs.refetch()}
          />
        )}
        {runs.data?.length === 0 ? <p className={styles['muted']}>{message('care.never')}</p> : null}
        <ul className={styles['files']}>
          {runs.data?.map((one) => (
            <li key={one.id}>{runText(one)}</li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

/** One run in a sentence. */
export function runText({ startedAt, startedBy, finishedAt, failure, removed }: RetentionRun) {
  const text = message('retention.removedFiles', { count: removed.count, size: size(removed.bytes) })
  if (failure !== null) return message('care.lastFailed', { why: failure })
  if (finishedAt === null) return richMessage('care.runningSince', { when: <When at={startedAt} />, text })
  return richMessage('retention.ran', { when: <When at={finishedAt} />, who: startedBy, text })
}
