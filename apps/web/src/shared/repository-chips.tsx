import { message } from '../lib/messages.ts'
import { LocalIcon } from '../ui/icons.ts'
import { Tag } from '../ui/tag.tsx'
import styles from './repository-chips.module.css'

/** One repository and how many more; pointing lists them. */
export function RepositoryChips({ keys }: { keys: string[] }) {
  const [first, ...more] = keys
  if (first === undefined) return null
  return (
    <span className={styles['chips']} title={keys.join(', ')}>
      <Tag>
        <LocalIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
        <span className={styles['key']}>{first}</span>
      </Tag>
      {more.length === 0 ? null : (
        <span className={styles['more']}>
          <Tag>{message('shared.more', { count: more.length })}</Tag>
        </span>
      )}
    </span>
  )
}
