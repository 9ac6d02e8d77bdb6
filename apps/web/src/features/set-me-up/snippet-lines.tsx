import { message } from '../../lib/messages.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import styles from './set-me-up-panel.module.css'

interface SnippetLinesProps {
  lines: string[]
  /** Shown masked, copied whole. */
  secret: string | undefined
}

/** Lines of a file. */
export function SnippetLines({ lines, secret }: SnippetLinesProps) {
  const shown = (line: string) => (secret === undefined ? line : line.replaceAll(secret, masked(secret)))
  return (
    <div className={styles['lines']}>
      {lines.map((line) => (
        <div key={line} className={styles['line']}>
          <code>{shown(line)}</code>
          <CopyButton text={line} what={message('setMeUp.line')} />
        </div>
      ))}
    </div>
  )
}

export const masked = (secret: string) => `••••${secret.slice(-4)}`
