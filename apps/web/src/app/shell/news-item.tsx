import type { FollowNews } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { TargetLink, targetName } from '../../shared/follow/target-link.tsx'
import { When } from '../../shared/when.tsx'
import { FollowedIcon } from '../../ui/icons.ts'
import styles from './bell.module.css'

export function NewsItem({ news, onLeave }: { news: FollowNews; onLeave: () => void }) {
  const { target, last, by, at } = news
  return (
    <li className={styles['notice']} data-kind="news">
      <FollowedIcon size="1rem" stroke={1.75} aria-hidden="true" />
      <span className={styles['text']}>
        <TargetLink target={target} onClick={onLeave} />
        <span className={styles['line']}>{amountsOf(news)}</span>
        {last === null ? null : (
          <span className={styles['quiet']}>{message('shell.newsLast', { what: targetName(last), by })}</span>
        )}
      </span>
      <span className={styles['time']}>
        <When at={at} />
      </span>
    </li>
  )
}

const amountsOf = ({ added, removed, annotated }: FollowNews) =>
  [
    ...(added > 0 ? [message('shell.newsAdded', { count: added })] : []),
    ...(removed > 0 ? [message('shell.newsRemoved', { count: removed })] : []),
    ...(annotated > 0 ? [message('shell.newsAnnotated', { count: annotated })] : []),
  ].join(' · ')
