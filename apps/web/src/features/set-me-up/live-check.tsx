import type { ClientRequest, Repository } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.ts'
import styles from './live-check.module.css'
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
        <Line key={request.number} request={request} />
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

function Line({ request }: { request: ClientRequest }) {
  const isFine = request.status < 400
  const Glyph = isFine ? SuccessIcon : ErrorIcon
  return (
    <div className={styles['line']} data-look={isFine ? 'ok' : 'error'}>
      <Glyph size="1rem" stroke={1.75} aria-hidden="true" />
      <time className={styles['time']} dateTime={request.at}>
        {new Date(request.at).toISOString().slice(11, 19)}
      </time>
      <div className={styles['words']}>
        <p>
          {isFine
            ? message('setMeUp.seen', { name: request.actor })
            : message('setMeUp.refused', { status: String(request.status) })}{' '}
          <code>{`${request.method} /${request.path}`}</code>
        </p>
        {request.why === '' ? null : <p className={styles['why']}>{request.why}</p>}
        {isFine ? null : <p className={styles['why']}>{hintOf(request.status)}</p>}
      </div>
      <span className={styles['client']}>{request.client.split(' ').slice(0, 2).join(', ')}</span>
    </div>
  )
}

/** What to do about it, beside what the server said. */
function hintOf(status: number): string {
  if (status === 401) return message('setMeUp.hint401')
  if (status === 403) return message('setMeUp.hint403')
  if (status === 404) return message('setMeUp.hint404')
  return message('setMeUp.hintOther')
}
