import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './overview.module.css'

/** A new installation: the way to the first package instead of empty lists. */
export function NothingYet({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Card className={styles['wide']}>
      <Empty
        title={message('overview.emptyTitle')}
        text={message(isAdmin ? 'overview.emptyAdmin' : 'overview.emptyReader')}
      >
        {isAdmin ? (
          <Link to="/quick-setup" className={buttonClass('filled')}>
            {message('overview.quickSetup')}
          </Link>
        ) : (
          <Link to="/packages" className={buttonClass('filled')}>
            {message('overview.howToPublish')}
          </Link>
        )}
      </Empty>
    </Card>
  )
}
