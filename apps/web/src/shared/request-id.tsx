import { message } from '../lib/messages.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './request-id.module.css'

/** What leads an administrator to the log line. */
export function RequestId({ id }: { id: string | undefined }) {
  if (id === undefined || id === '') return null
  return (
    <span className={styles['root']}>
      {message('shared.requestId')} <code>{id}</code>
      <CopyButton text={id} what={message('shared.requestId')} />
    </span>
  )
}
