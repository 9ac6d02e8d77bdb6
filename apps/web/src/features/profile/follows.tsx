import { followMailPreference, type Follow, type Profile } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Empty } from '../../shared/empty.tsx'
import { ownFollows, useUnfollow } from '../../shared/follow/queries.ts'
import { TargetLink, targetName } from '../../shared/follow/target-link.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { When } from '../../shared/when.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { keptPreferences, useKeepPreference } from './queries.ts'

/** What one follows, and whether letters about it are wanted. */
export function Follows({ profile }: { profile: Profile }) {
  const { data, error, refetch } = useQuery(ownFollows)
  return (
    <FormSection
      id="notifications"
      title={message('profile.notifications')}
      text={message('profile.notificationsText')}
    >
      <Letters email={profile.email} />
      {error === null ? null : (
        <PanelError title={message('profile.followsFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 ? (
        <Empty title={message('profile.noFollows')} text={message('profile.noFollowsText')} />
      ) : null}
      {data === undefined || data.length === 0 ? null : <List rows={data} />}
    </FormSection>
  )
}

function Letters({ email }: { email: string | null }) {
  const { data } = useQuery(keptPreferences)
  const keep = useKeepPreference()
  // Shown at once; what the server keeps counts when it refuses.
  const [chosen, setChosen] = useState<boolean | undefined>(undefined)
  const change = (isWanted: boolean) => {
    setChosen(isWanted)
    keep.mutate(
      { params: { key: followMailPreference }, body: { value: JSON.stringify(isWanted) } },
      {
        onError: (error) => {
          setChosen(undefined)
          notify('error', error.message)
        },
      },
    )
  }
  return (
    <CheckRow
      label={message('profile.followMail')}
      description={
        email === null || email === ''
          ? message('profile.followMailNowhere')
          : message('profile.followMailText', { email })
      }
      checked={chosen ?? data?.[followMailPreference] !== 'false'}
      onChange={change}
    />
  )
}

function List({ rows }: { rows: Follow[] }) {
  const unfollow = useUnfollow()
  const end = (id: string) =>
    unfollow.mutate(
      { params: { id } },
      {
        onSuccess: () => notify('success', message('shared.unfollowed')),
        onError: (error) => notify('error', error.message),
      },
    )
  return (
    <SimpleTable
      label={message('profile.follows')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columnsFor(end)}
    />
  )
}

const columnsFor = (onEnd: (id: string) => void) => [
  { header: message('profile.followed'), cell: (row: Follow) => <Followed row={row} /> },
  { header: message('profile.followedSince'), cell: ({ since }: Follow) => <When at={since} /> },
  {
    header: message('profile.actions'),
    cell: ({ id, target }: Follow) => (
      <ChangeButton
        look="plain"
        size={28}
        aria-label={message('shared.unfollowWhat', { what: targetName(target) })}
        onClick={() => onEnd(id)}
      >
        {message('shared.unfollow')}
      </ChangeButton>
    ),
  },
]

const Followed = ({ row: { target, isMissing } }: { row: Follow }) => (
  <>
    {isMissing ? targetName(target) : <TargetLink target={target} />}{' '}
    {isMissing ? <Tag look="warn">{message('profile.followedMissing')}</Tag> : null}
  </>
)
