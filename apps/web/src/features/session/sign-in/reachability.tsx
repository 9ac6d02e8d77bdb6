import { useEffect, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { WarningIcon } from '../../../ui/icons.ts'
import styles from '../sign-in-frame.module.css'

const pause = 5

/** The server does not answer: says so, counts down, and tries again. */
export function Reachability({ onRetry }: { onRetry: () => void }) {
  const [left, setLeft] = useState(pause)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (left === 1) onRetry()
      setLeft(left === 1 ? pause : left - 1)
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, onRetry])
  return (
    <div className={styles['unreachable']}>
      <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
      <p>
        <span role="alert">{message('session.unreachable')}</span>{' '}
        <span className={styles['count']}>{message('session.retryingIn', { seconds: left })}</span>
      </p>
      <Button size={28} onClick={onRetry}>
        {message('shared.retry')}
      </Button>
    </div>
  )
}
