import { useEffect } from 'react'
import { lostSince, tryConnection } from '../../lib/connection.ts'
import { message } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { clockTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { WarningIcon } from '../../ui/icons.ts'
import styles from './connection-line.module.css'

/** Above everything while the server cannot be reached; what is on the screen stays. */
export function ConnectionLine() {
  const since = useStore(lostSince)
  const isLost = since !== undefined
  useEffect(() => {
    if (!isLost) return undefined
    document.documentElement.dataset['lost'] = 'true'
    return () => {
      delete document.documentElement.dataset['lost']
    }
  }, [isLost])
  return (
    <div role="status" className={styles['place']}>
      {since === undefined ? null : (
        <div className={styles['line']}>
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          <span>{message('shell.connectionLost', { time: clockTime(since) })}</span>
          <Button look="plain" size={28} onClick={() => void tryConnection()}>
            {message('shared.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
