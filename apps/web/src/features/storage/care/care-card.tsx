import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { message, richMessage } from '../../../lib/messages.ts'
import { exactTime } from '../../../lib/time.ts'
import { PanelError } from '../../../shared/panel-error.tsx'
import { When } from '../../../shared/when.tsx'
import { Card, CardBody, CardHead } from '../../../ui/card.tsx'
import { AdjustIcon } from '../../../ui/icons.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonBlock } from '../../../ui/skeleton.tsx'
import styles from './care.module.css'

interface CareCardProps<T> {
  title: string
  state: UseQueryResult<T>
  settingsLabel?: string
  onSettings?: () => void
  children: (data: T) => ReactNode
  actions?: ReactNode
}

/** One task: its numbers, its last runs, what can be done. */
export function CareCard<T>({
  title,
  state,
  settingsLabel,
  onSettings,
  children,
  actions,
}: CareCardProps<T>) {
  const { data, error } = state
  return (
    <Card label={title}>
      <CardHead>
        <h2 className={styles['title']}>{title}</h2>
        {settingsLabel === undefined ? null : (
          <IconButton icon={AdjustIcon} label={settingsLabel} onClick={onSettings} />
        )}
      </CardHead>
      <CardBody>
        {data === undefined && error === null ? <SkeletonBlock /> : null}
        {data === undefined && error !== null ? (
          <PanelError title={message('care.failed')} error={error} onRetry={() => void state.refetch()} />
        ) : null}
        {data === undefined ? null : children(data)}
      </CardBody>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </Card>
  )
}

interface RunLineProps {
  run: { startedAt: string; startedBy: string; finishedAt: string | null; failure: string | null } | undefined
  /** What the run did. */
  text: string
  nextRunAt: string | null
}

/** The last run in a sentence, and when the next one is. */
export function RunLine({ run, text, nextRunAt }: RunLineProps) {
  if (run !== undefined && run.failure !== null)
    return <Notice look="warn">{message('care.lastFailed', { why: run.failure })}</Notice>
  const last =
    run === undefined
      ? message('care.never')
      : run.finishedAt === null
        ? richMessage('care.runningSince', { when: <When at={run.startedAt} />, text })
        : richMessage('care.last', { when: <When at={run.finishedAt} />, who: run.startedBy, text })
  return (
    <p className={styles['line']} role="status">
      {last}{' '}
      {nextRunAt === null
        ? message('care.notByItself')
        : message('care.next', { when: exactTime(nextRunAt) })}
    </p>
  )
}
