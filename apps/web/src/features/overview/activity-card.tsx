import { useQuery } from '@tanstack/react-query'
import { isLive } from '../../lib/live.ts'
import { message, richMessage } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { When } from '../../shared/when.tsx'
import { Block, Loaded, Quiet } from './block.tsx'
import styles from './overview.module.css'
import { PackageLink } from './package-link.tsx'
import { activity } from './queries.ts'

/** Versions that were published last; new ones appear by themselves. */
export function ActivityCard() {
  const answer = useQuery(activity)
  const isFollowing = useStore(isLive)
  const live = isFollowing ? <span className={styles['live']}>{message('overview.live')}</span> : null
  return (
    <Block title={message('overview.activity')} beside={live}>
      <Loaded answer={answer}>
        {(items) =>
          items.length === 0 ? (
            <Quiet>{message('overview.noActivity')}</Quiet>
          ) : (
            <ul className={styles['rows']}>
              {items.map((one) => (
                <li key={`${one.packageId} ${one.version} ${one.publishedAt}`} className={styles['row']}>
                  <span className={styles['what']}>
                    {richMessage(
                      one.publishedBy === null ? 'overview.publishedAlone' : 'overview.published',
                      {
                        who: <strong>{one.publishedBy}</strong>,
                        what: <PackageLink {...one} />,
                      },
                    )}
                  </span>
                  <span className={styles['when']}>
                    <When at={one.publishedAt} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Block>
  )
}
