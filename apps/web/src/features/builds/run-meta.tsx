import type { BuildDetails } from '@bindery/contracts'
import { message, richMessage } from '../../lib/messages.ts'
import { When } from '../../shared/when.tsx'
import styles from './builds.module.css'
import { duration } from './words.ts'

/** When, how long, by what and whom, from which commit. */
export function RunMeta({ details }: { details: BuildDetails }) {
  const took = duration(details.durationMs)
  return (
    <div className={styles['meta']}>
      <span>
        {took === undefined ? (
          <When at={details.started} />
        ) : (
          richMessage('builds.took', { when: <When at={details.started} />, took })
        )}
      </span>
      {details.agent === '' ? null : <span>{details.agent}</span>}
      {details.revision === '' ? null : (
        <span>
          {richMessage('builds.ofCommit', { commit: <code>{details.revision.slice(0, 12)}</code> })}
        </span>
      )}
      {details.branch === '' ? null : <span>{message('builds.onBranch', { branch: details.branch })}</span>}
      {details.principal === '' ? null : <span>{message('builds.by', { name: details.principal })}</span>}
      {details.url === '' ? null : (
        <a href={details.url} target="_blank" rel="noreferrer">
          {message('builds.openCi')}
        </a>
      )}
    </div>
  )
}
