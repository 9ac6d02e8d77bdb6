import { message } from '../../lib/messages.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './builds.module.css'

/** What the last promotion said of a run. */
export const StatusTag = ({ status }: { status: string }) =>
  status === '' ? (
    <span className={styles['quiet']}>{message('builds.notPromoted')}</span>
  ) : (
    <Tag look="ok">{status}</Tag>
  )
