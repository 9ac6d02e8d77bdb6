import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { followersOf, type GivenTarget, useFollow, useUnfollow } from './queries.ts'

/** Whether the reader follows something, and the way to change it. */
export function useFollowing(target: GivenTarget) {
  const { data } = useQuery(followersOf(target))
  const follow = useFollow()
  const unfollow = useUnfollow()
  const own = data?.own ?? null
  const onError = (error: Error) => notify('error', error.message)
  return {
    isKnown: data !== undefined,
    isFollowing: own !== null,
    isBusy: follow.isPending || unfollow.isPending,
    toggle: () => {
      if (own === null)
        follow.mutate(
          { body: target },
          { onError, onSuccess: () => notify('success', message('shared.followed')) },
        )
      else
        unfollow.mutate(
          { params: { id: own } },
          { onError, onSuccess: () => notify('success', message('shared.unfollowed')) },
        )
    },
  }
}
