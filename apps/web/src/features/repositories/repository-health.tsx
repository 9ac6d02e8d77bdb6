import type { ManagedRepository } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { UpstreamHealth, Warning } from '../../shared/upstream-health.tsx'

const problemTexts = {
  offline: 'repository.isOffline',
  closed: 'repository.isClosed',
  empty: 'repository.isEmpty',
} as const

/** The first thing that is wrong, else how its upstream did last. */
export function RepositoryHealth({ row: { key, problems, upstreamHealth } }: { row: ManagedRepository }) {
  const [problem] = problems
  if (problem !== undefined && problem !== 'upstream')
    return <Warning text={message(problemTexts[problem])} />
  if (upstreamHealth !== null)
    return (
      <UpstreamHealth
        answeredAt={upstreamHealth.answeredAt}
        hitShare={upstreamHealth.hitShare}
        failure={problem === undefined ? '' : withoutKey(upstreamHealth.failure, key)}
      />
    )
  return (
    <span className={lists['state']} data-look="ok">
      <span className={lists['dot']} aria-hidden="true" />
      {message('repository.healthy')}
    </span>
  )
}

/** Which one it is stands at the beginning of the row; the room is for what is wrong. */
function withoutKey(failure: string, key: string): string {
  const beginning = `The upstream of ${key} `
  if (!failure.startsWith(beginning)) return failure
  const rest = failure.slice(beginning.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
