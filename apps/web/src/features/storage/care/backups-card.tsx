// Backups by the clock: how each did, and one at once.
import type { BackupRun, BackupState } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useAwaitedRun } from '../retention/await-run.ts'
import { CareCard, RunLine } from './care-card.tsx'
import styles from './care.module.css'
import { backupList, useRunBackup } from './queries.ts'

export function BackupsCard() {
  const state = useQuery(backupList(false))
  return (
    <CareCard title={message('backups.title')} state={state}>
      {(backups) =>
        backups.length === 0 ? (
          <p className={styles['line']}>{message('backups.none')}</p>
        ) : (
          <ul className={styles['backups']}>
            {backups.map((one) => (
              <BackupItem key={one.backup.key} state={one} />
            ))}
          </ul>
        )
      }
    </CareCard>
  )
}

function BackupItem({ state: { backup, lastRun, nextRunAt } }: { state: BackupState }) {
  const run = useRunBackup()
  const awaited = useAwaitedRun()
  // Looked at again until the run that was asked for is over.
  useQuery(backupList(awaited.isAwaited))
  const runs = lastRun === null ? [] : [lastRun]
  const isRunning = awaited.look(runs)
  const { key } = backup
  return (
    <li>
      <div className={styles['backup']}>
        <h3>{key}</h3>
        <Button
          size={28}
          aria-label={message('backups.runOf', { key })}
          isBusy={run.isPending || isRunning}
          onClick={() => run.mutate({ params: { key } }, { onSuccess: () => awaited.await(runs) })}
        >
          {message('backups.run')}
        </Button>
      </div>
      {run.error === null ? null : (
        <Notice look="error" isUrgent>
          {run.error.message}
        </Notice>
      )}
      <RunLine
        run={lastRun ?? undefined}
        text={lastRun === null ? '' : textOf(lastRun)}
        nextRunAt={nextRunAt}
      />
    </li>
  )
}

const textOf = ({ finishedAt, folder }: BackupRun) =>
  message(finishedAt === null ? 'backups.copying' : 'backups.copied', { folder })
