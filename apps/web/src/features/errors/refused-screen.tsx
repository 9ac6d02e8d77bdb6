import { useParams } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import styles from '../../shared/error-layout.module.css'
import { RequestId } from '../../shared/request-id.tsx'

export function RefusedScreen() {
  const { requestId } = useParams({ strict: false })
  return (
    <div className={styles['page']}>
      <p className={styles['display']}>406</p>
      <h1>{message('errors.refusedTitle')}</h1>
      <p className={styles['text']}>{message('errors.refusedText')}</p>
      <div className={styles['actions']}>
        <RequestId id={requestId} />
      </div>
    </div>
  )
}
