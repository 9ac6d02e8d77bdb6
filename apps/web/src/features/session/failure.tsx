import { ErrorIcon } from '../../ui/icons.ts'
import styles from './sign-in-frame.module.css'

/** What the server said, above the button; one line for each of its sentences. */
export function Failure({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles['failure']} role="alert">
      <ErrorIcon size="1rem" stroke={1.75} aria-hidden="true" />
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
