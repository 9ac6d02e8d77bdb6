import { message } from '../../lib/messages.ts'
import { useRecentVisits } from '../../lib/recent-visits.ts'
import { When } from '../../shared/when.tsx'
import { Block, Quiet } from './block.tsx'
import styles from './overview.module.css'
import { PackageLink } from './package-link.tsx'

/** What one looked at last, in this browser. */
export function VisitsCard() {
  const visits = useRecentVisits()
  return (
    <Block title={message('overview.yours')}>
      {visits.length === 0 ? (
        <Quiet>{message('overview.noVisits')}</Quiet>
      ) : (
        <ul className={styles['rows']}>
          {visits.map((visit) => (
            <li key={visit.packageId} className={styles['row']}>
              <span className={styles['what']}>
                <PackageLink {...visit} />
              </span>
              <span className={styles['when']}>
                <When at={visit.at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}
