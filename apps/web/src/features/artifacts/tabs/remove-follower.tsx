import type { Follower } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { useUnfollow } from '../../../shared/follow/queries.ts'

/** Asks first: nobody can follow for somebody else, so it cannot be taken back from here. */
export function RemoveFollower({
  follower: { id, name },
  onClose,
}: {
  follower: Follower
  onClose: () => void
}) {
  const unfollow = useUnfollow()
  const confirm = () =>
    unfollow.mutate(
      { params: { id } },
      {
        onSuccess() {
          notify('success', message('artifacts.followerRemoved', { name }))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('artifacts.removeFollowerTitle', { name })}
      action={message('artifacts.removeFollowerAction')}
      isBusy={unfollow.isPending}
      error={unfollow.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{message('artifacts.removeFollowerText', { name })}</p>
    </ConfirmDialog>
  )
}
