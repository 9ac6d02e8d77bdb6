import { message } from '../lib/messages.ts'
import { Notice } from '../ui/notice.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-once.module.css'

interface SecretOnceProps {
  secrets: { label: string; value: string }[]
}

/** Secrets that nobody can show again; copying takes the whole, however much is shown. */
export function SecretOnce({ secrets }: SecretOnceProps) {
  return (
    <div className={styles['root']}>
      <Notice look="warn">{message('shared.shownOnce')}</Notice>
      {secrets.map(({ label, value }) => (
        <div key={label}>
          <p className={styles['label']}>{label}</p>
          <div className={styles['line']}>
            <code className={styles['code']}>{value}</code>
            <CopyButton text={value} what={label} />
          </div>
        </div>
      ))}
    </div>
  )
}
