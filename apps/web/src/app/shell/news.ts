// What happened to what the reader follows, as the bell shows it.
import { follows, type FollowNews } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { cache, query, useMutation } from '../../lib/query.ts'
import { everyMinute } from '../../lib/refreshes.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'

const news = { ...query(follows.news, {}), staleTime: Number.POSITIVE_INFINITY }

/** Told by the stream of events, and asked for now and then. */
export function useNews(): FollowNews[] {
  const enabled = isPerson(useCurrentUser())
  return useQuery({ ...news, enabled }).data ?? []
}

export const refreshNews = () => cache.invalidateQueries({ queryKey: news.queryKey })

everyMinute(refreshNews)

export const useReadNews = () => useMutation(follows.readNews, { refresh: [follows.news] })
export const useClearNews = () => useMutation(follows.clearNews, { refresh: [follows.news] })
