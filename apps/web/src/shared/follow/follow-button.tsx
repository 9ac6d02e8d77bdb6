import { message } from '../../lib/messages.ts'
import { ChangeButton } from '../../ui/button.tsx'
import { BellIcon, FollowedIcon } from '../../ui/icons.ts'
import type { GivenTarget } from './queries.ts'
import { useFollowing } from './use-following.ts'

export function FollowButton({ target }: { target: GivenTarget }) {
  const { isKnown, isFollowing, isBusy, toggle } = useFollowing(target)
  return (
    <ChangeButton
      icon={isFollowing ? FollowedIcon : BellIcon}
      isBusy={isBusy}
      disabled={!isKnown}
      onClick={toggle}
    >
      {message(isFollowing ? 'shared.unfollow' : 'shared.follow')}
    </ChangeButton>
  )
}
