import { cx } from '../ui/cx.ts'
import styles from './code-line.module.css'
import { CopyButton } from './copy-button.tsx'

/** Lines for a terminal, each with its own copy button. */
export function CodeLines({ lines, what }: { lines: string[]; what: string }) {
  return (
    <div className={styles['lines']}>
      {lines.map((line) => (
        <div key={line} className={styles['line']}>
          <code className={styles['code']}>
            <span className={styles['prompt']} aria-hidden="true">
              ${' '}
            </span>
            {line}
          </code>
          <CopyButton text={line} what={what} />
        </div>
      ))}
    </div>
  )
}

/** A command with the name and the version in it set off. */
export function Command({
  command,
  marks,
  className,
}: {
  command: string
  marks: string[]
  className?: string | undefined
}) {
  const [name = '', version = ''] = marks
  const at = name === '' ? -1 : command.indexOf(name)
  const after = at + name.length
  const versionAt = at < 0 || version === '' ? -1 : command.indexOf(version, after)
  return (
    <code className={cx(styles['code'], className)}>
      <span className={styles['prompt']} aria-hidden="true">
        ${' '}
      </span>
      {at < 0 ? (
        command
      ) : (
        <>
          {command.slice(0, at)}
          <span className={styles['name']}>{name}</span>
          {versionAt < 0 ? (
            command.slice(after)
          ) : (
            <>
              {command.slice(after, versionAt)}
              <span className={styles['version']}>{version}</span>
              {command.slice(versionAt + version.length)}
            </>
          )}
        </>
      )}
    </code>
  )
}
