import { ErrorIcon } from '../../ui/icons.ts'
import styles from './sign-in-frame.module.css'

/** What the server said, above the button. */
export function Failure({ text }: { text: string }) {
  return (
    <div className={styles['failure']} role="alert">
      <ErrorIcon size="1rem" stroke={1.75} aria-hidden="true" />
      <p>{text}</p>
    </div>
  )
}
