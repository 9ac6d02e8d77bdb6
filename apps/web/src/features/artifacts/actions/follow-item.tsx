import { message } from '../../../lib/messages.ts'
import { useFollowing } from '../../../shared/follow/use-following.ts'
import { BellIcon, FollowedIcon } from '../../../ui/icons.ts'
import { MenuItem } from '../../../ui/menu.tsx'
import type { Spot } from '../address.ts'

/** Asked for when the menu is opened. */
export function FollowItem({ spot }: { spot: Spot }) {
  const { isFollowing, toggle } = useFollowing(spot)
  return (
    <MenuItem icon={isFollowing ? FollowedIcon : BellIcon} onClick={toggle}>
      {message(isFollowing ? 'shared.unfollow' : 'shared.follow')}
    </MenuItem>
  )
}
