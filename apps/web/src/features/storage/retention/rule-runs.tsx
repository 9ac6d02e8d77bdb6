import type { RetentionRun } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message, richMessage } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { PanelError } from '../../../shared/panel-error.tsx'
import { When } from '../../../shared/when.tsx'
import { ChangeButton } from '../../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../../ui/card.tsx'
import { ruleRuns, useRunRule } from './queries.ts'
import styles from './retention.module.css'

/** What the rule removed, newest first. It runs as it is saved, so not while there are changes. */
export function RuleRuns({ name, isChanged }: { name: string; isChanged: boolean }) {
  const run = useRunRule()
  const [awaited, setAwaited] = useState<string | undefined>(undefined)
  const runs = useQuery(ruleRuns(name, awaited !== undefined))
  const newest = runs.data?.[0]
  // Until another one is the newest, and it has ended.
  const isAwaited = awaited !== undefined && (newest?.id ?? '') === awaited
  const isRunning = isAwaited || newest?.finishedAt === null
  if (awaited !== undefined && !isAwaited) setAwaited(undefined)
  const begin = () => run.mutate({ params: { name } }, { onSuccess: () => setAwaited(newest?.id ?? '') })
  return (
    <Card label={message('retention.history')}>
      <CardHead>
        <h2 className={styles['title']}>{message('retention.history')}</h2>
        <ChangeButton size={28} disabled={isChanged} isBusy={run.isPending || isRunning} onClick={begin}>
          {message('retention.runNow')}
        </ChangeButton>
      </CardHead>
      <CardBody>
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
            <li key={one.id}>{textOf(one)}</li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function textOf({ startedAt, startedBy, finishedAt, failure, removed }: RetentionRun) {
  const text = message('retention.removedFiles', { count: removed.count, size: size(removed.bytes) })
  if (failure !== null) return message('care.lastFailed', { why: failure })
  if (finishedAt === null) return richMessage('care.runningSince', { when: <When at={startedAt} />, text })
  return richMessage('retention.ran', { when: <When at={finishedAt} />, who: startedBy, text })
}
