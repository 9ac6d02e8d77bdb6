import type { ManagedRepository } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { When } from '../../shared/when.tsx'
import { WarningIcon } from '../../ui/icons.ts'

const problemTexts = {
  offline: 'repository.isOffline',
  closed: 'repository.isClosed',
  empty: 'repository.isEmpty',
} as const

/** The first thing that is wrong, else how its upstream did last. */
export function RepositoryHealth({ row: { problems, upstreamHealth } }: { row: ManagedRepository }) {
  const [problem] = problems
  if (problem !== undefined)
    return (
      <span className={lists['state']} data-look="warn">
        <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
        <span className={lists['cut']} title={problem === 'upstream' ? upstreamHealth?.failure : undefined}>
          {problem === 'upstream' ? upstreamHealth?.failure : message(problemTexts[problem])}
        </span>
      </span>
    )
  if (upstreamHealth !== null && upstreamHealth.answeredAt === null)
    return <span className={lists['small']}>{message('repository.notAsked')}</span>
  return (
    <span className={lists['state']} data-look="ok">
      <span className={lists['dot']} aria-hidden="true" />
      {upstreamHealth?.answeredAt ? (
        <span className={lists['cut']}>
          {message('repository.answers')} · <When at={upstreamHealth.answeredAt} />
        </span>
      ) : (
        message('repository.healthy')
      )}
    </span>
  )
}
