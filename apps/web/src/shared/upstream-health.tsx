import { message } from '../lib/messages.ts'
import { WarningIcon } from '../ui/icons.ts'
import lists from './list-page.module.css'
import { When } from './when.tsx'

interface UpstreamHealthProps {
  answeredAt: string | null
  /** Since it answered last; empty when it did not fail. */
  failure: string
  /** How many of the requests for files the cache answered; null while that is not known. */
  hitShare: number | null
  /** Where there is room for more than a line. */
  wraps?: boolean
}

/** How the upstream of a remote repository did when it was asked last. */
export function UpstreamHealth({ answeredAt, failure, hitShare, wraps = false }: UpstreamHealthProps) {
  if (failure !== '') return <Warning text={failure} wraps={wraps} />
  if (answeredAt === null) return <span className={lists['small']}>{message('shared.upstreamNotAsked')}</span>
  return (
    <span className={lists['state']} data-look="ok">
      <span className={lists['dot']} aria-hidden="true" />
      <span className={lists['cut']}>
        {hitShare === null
          ? null
          : `${message('shared.cacheHits', { percent: Math.floor(hitShare * 100) })} · `}
        {message('shared.upstreamAnswers')} · <When at={answeredAt} />
      </span>
    </span>
  )
}

export const Warning = ({ text, wraps = false }: { text: string; wraps?: boolean }) => (
  <span className={lists['state']} data-look="warn" data-wraps={wraps || undefined} title={text}>
    <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
    <span className={wraps ? undefined : lists['cut']}>{text}</span>
  </span>
)
