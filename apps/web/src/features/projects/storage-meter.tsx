import type { ProjectStorage, ProjectSummary } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { size } from '../../lib/numbers.ts'
import { ErrorIcon, WarningIcon } from '../../ui/icons.ts'
import { fillOf } from './fill.ts'
import styles from './storage-meter.module.css'

/** What a project holds of what it may hold; says so while that is being found out. */
export function StorageMeter({ project }: { project: Pick<ProjectSummary, 'storage' | 'quota'> }) {
  const { storage, quota } = project
  if (storage.bytes === null)
    return (
      <p className={styles['calculating']} role="status">
        {message('spec.calculatingStorageFirst')}
      </p>
    )
  const { share, look } = fillOf(storage.bytes, quota)
  return (
    <div className={styles['root']} data-look={look}>
      {quota < 0 ? null : (
        <span className={styles['track']} aria-hidden="true">
          <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
        </span>
      )}
      <p className={styles['line']}>
        {look === 'warn' ? <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" /> : null}
        {look === 'error' ? <ErrorIcon size="1rem" stroke={1.75} aria-hidden="true" /> : null}
        <span>{inWords(storage.bytes, quota, share)}</span>
        <Renewal storage={storage} />
      </p>
    </div>
  )
}

function Renewal({ storage }: { storage: ProjectStorage }) {
  if (!storage.isCalculating) return null
  return (
    <span className={styles['renewing']} role="status">
      {message('spec.calculatingStorage')}
    </span>
  )
}

function inWords(bytes: number, quota: number, share: number): string {
  if (quota < 0) return message('projects.usedNoLimit', { used: size(bytes) })
  return message('projects.usedOf', {
    used: size(bytes),
    quota: size(quota),
    percent: String(Math.floor(share * 100)),
  })
}
