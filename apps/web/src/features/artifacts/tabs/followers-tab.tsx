import type { Follower, Followers, ItemDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { message } from '../../../lib/messages.ts'
import { Empty } from '../../../shared/empty.tsx'
import { FollowButton } from '../../../shared/follow/follow-button.tsx'
import { followersOf } from '../../../shared/follow/queries.ts'
import { TargetLink } from '../../../shared/follow/target-link.tsx'
import { LoadedRows } from '../../../shared/loaded.tsx'
import { When } from '../../../shared/when.tsx'
import { ChangeButton } from '../../../ui/button.tsx'
import { Card, CardFoot, CardHead } from '../../../ui/card.tsx'
import { SimpleTable } from '../../../ui/simple-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import styles from '../item.module.css'

const RemoveFollower = lazyPart(() => import('./remove-follower.tsx'), 'RemoveFollower')

/** Who is told of what happens here: those who follow this place, and those who follow a folder above it. */
export function FollowersTab({ item }: { item: ItemDetails }) {
  const spot = { repository: item.repository, path: item.path }
  const followers = useQuery(followersOf(spot))
  return (
    <Card label={message('artifacts.tabFollowers')}>
      <CardHead>
        <div className={styles['followHead']}>
          <p>{message('artifacts.followersText')}</p>
          <FollowButton target={spot} />
        </div>
      </CardHead>
      <LoadedRows query={followers} failed={message('artifacts.followersFailed')} count={4} height={40}>
        {(data) => <List followers={data} />}
      </LoadedRows>
    </Card>
  )
}

function List({ followers: { items, total, canRemove } }: { followers: Followers }) {
  const [removed, setRemoved] = useState<Follower | undefined>(undefined)
  if (items.length === 0)
    return <Empty title={message('artifacts.noFollowers')} text={message('artifacts.noFollowersText')} />
  return (
    <>
      <SimpleTable
        label={message('artifacts.tabFollowers')}
        rows={items}
        rowKey={({ id }) => id}
        columns={columnsFor(canRemove ? setRemoved : undefined)}
      />
      {total > items.length ? (
        <CardFoot>{message('artifacts.moreFollowers', { count: total - items.length })}</CardFoot>
      ) : null}
      <Suspense>
        {removed === undefined ? null : (
          <RemoveFollower follower={removed} onClose={() => setRemoved(undefined)} />
        )}
      </Suspense>
    </>
  )
}

const columnsFor = (onRemove: ((row: Follower) => void) | undefined) => [
  { header: message('artifacts.who'), cell: (row: Follower) => <Who row={row} /> },
  { header: message('artifacts.follows'), cell: followed },
  { header: message('artifacts.since'), cell: ({ since }: Follower) => <When at={since} /> },
  ...(onRemove === undefined
    ? []
    : [
        {
          header: message('artifacts.removeHeader'),
          cell: (row: Follower) => <Remove row={row} onRemove={onRemove} />,
        },
      ]),
]

const Remove = ({ row, onRemove }: { row: Follower; onRemove: (row: Follower) => void }) => (
  <ChangeButton
    look="plain"
    size={28}
    aria-label={message('shared.removeWhat', { what: row.name })}
    onClick={() => onRemove(row)}
  >
    {message('artifacts.removeFollower')}
  </ChangeButton>
)

const Who = ({ row: { name, isOwn } }: { row: Follower }) => (
  <span className={styles['chips']}>
    {name}
    {isOwn ? <Tag look="accent">{message('artifacts.you')}</Tag> : null}
  </span>
)

const followed = ({ isHere, target }: Follower) =>
  isHere ? message('artifacts.thisPlace') : <TargetLink target={target} />
