import { message } from '../lib/messages.ts'
import { Tag } from '../ui/tag.tsx'
import styles from './repository-chips.module.css'

/** The first names of a set and how many more there are; pointing lists what is known. */
export function NameChips({
  names,
  count = names.length,
  show = 2,
}: {
  names: string[]
  count?: number
  show?: number
}) {
  if (count === 0) return message('shared.notGiven')
  const shown = names.slice(0, show)
  const more = count - shown.length
  return (
    <span className={styles['chips']} title={names.join(', ')}>
      {shown.map((name) => (
        <Tag key={name}>
          <span className={styles['key']}>{name}</span>
        </Tag>
      ))}
      {more > 0 ? (
        <span className={styles['more']}>
          <Tag>{message('shared.more', { count: more })}</Tag>
        </span>
      ) : null}
    </span>
  )
}
