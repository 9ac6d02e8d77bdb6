import { follows, packages, type FollowTarget } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export type GivenTarget = Partial<FollowTarget>

export const followersOf = (target: GivenTarget) => query(follows.followers, { query: target })
export const ownFollows = query(follows.list, {})

const refresh = [follows.followers, follows.list, packages.get]

export const useFollow = () => useMutation(follows.follow, { refresh })
export const useUnfollow = () => useMutation(follows.unfollow, { refresh: [...refresh, follows.news] })
