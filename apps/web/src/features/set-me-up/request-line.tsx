import type { ClientRequest } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.ts'
import styles from './live-check.module.css'

/** One request of a client: how it went, and what to do when it did not. */
export function RequestLine({ request }: { request: ClientRequest }) {
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
