import { CallError } from '../lib/call.ts'
import { message } from '../lib/messages.ts'
import { Button } from '../ui/button.tsx'
import { ErrorIcon, RefreshIcon } from '../ui/icons.ts'
import styles from './panel-error.module.css'
import { RequestId } from './request-id.tsx'

interface PanelErrorProps {
  /** What could not be done. */
  title: string
  error: Error
  onRetry: () => void
}

/** A part of a page that failed; the rest stays usable. */
export function PanelError({ title, error, onRetry }: PanelErrorProps) {
  return (
    <div className={styles['panel']} role="alert">
      <ErrorIcon className={styles['icon']} size="1.25rem" stroke={1.5} aria-hidden="true" />
      <div>
        <p className={styles['title']}>{title}</p>
        <p className={styles['text']}>{error.message}</p>
        <div className={styles['actions']}>
          <Button size={28} icon={RefreshIcon} onClick={onRetry}>
            {message('shared.retry')}
          </Button>
          <RequestId id={error instanceof CallError ? error.requestId : undefined} />
        </div>
      </div>
    </div>
  )
}
