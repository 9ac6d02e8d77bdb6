import type { Repository } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import styles from './live-check.module.css'
import { RequestLine } from './request-line.tsx'
import { useRequests } from './use-requests.ts'

/** Waits for the first request of the client that is being set up, and says how it went. */
export function LiveCheck({ repository }: { repository: Repository }) {
  const user = useCurrentUser()
  return isPerson(user) ? <Watch repository={repository} /> : null
}

function Watch({ repository }: { repository: Repository }) {
  const seen = useRequests(repository.key)
  return (
    <div className={styles['box']} role="status" aria-label={message('setMeUp.requests')}>
      {seen.map((request) => (
        <RequestLine key={request.number} request={request} />
      ))}
      <div className={styles['line']}>
        <span className={styles['spinner']} aria-hidden="true" />
        <span className={styles['words']}>
          {message(seen.length === 0 ? 'setMeUp.waiting' : 'setMeUp.waitingMore')}
        </span>
      </div>
    </div>
  )
}
