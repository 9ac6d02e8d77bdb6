// The page to begin a day with: how much there is, what one was at, what happened last, and whether all is well.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message, type MessageId } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { ActivityCard } from './activity-card.tsx'
import { HealthCard } from './health-card.tsx'
import { NothingYet } from './nothing-yet.tsx'
import styles from './overview.module.css'
import { packageCounts } from './queries.ts'
import { Tiles } from './tiles.tsx'
import { VisitsCard } from './visits-card.tsx'

export function OverviewScreen() {
  const user = useCurrentUser()
  const [greeting] = useState(() => greetingOf(new Date()))
  const counts = useQuery(packageCounts)
  const isEmpty = counts.data?.every(({ packages }) => packages === 0) === true
  return (
    <>
      <PageHead title={message('overview.title')}>
        <span className={styles['host']}>{location.host}</span>
      </PageHead>
      {isPerson(user) ? (
        <p className={styles['greeting']}>{message(greeting, { name: user.displayName })}</p>
      ) : null}
      <Tiles />
      <div className={styles['blocks']}>
        {isEmpty ? (
          <NothingYet isAdmin={user?.isAdmin === true} />
        ) : (
          <>
            <VisitsCard />
            <ActivityCard />
          </>
        )}
        {user?.isAdmin === true ? <HealthCard /> : null}
      </div>
    </>
  )
}

function greetingOf(now: Date): MessageId {
  const hour = now.getHours()
  if (hour < 5 || hour >= 18) return 'overview.evening'
  return hour < 12 ? 'overview.morning' : 'overview.afternoon'
}
