// A list that is read page by page: its states, its foot. What the rows look like is the caller's.
import type { Page } from '@bindery/contracts'
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useLasting } from '../lib/delay.ts'
import { CardFoot } from '../ui/card.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { KeyHints } from './key-hints.tsx'
import { LoadMore } from './load-more.tsx'
import { PanelError } from './panel-error.tsx'

type PageOptions<T> = Pick<
  UseInfiniteQueryOptions<Page<T>, Error, InfiniteData<Page<T>>, readonly unknown[], string | null>,
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam' | 'refetchInterval'
>

export interface PagedRows<T> {
  rows: T[] | undefined
  /** -1 when it is not known. */
  total: number
  error: Error | null
  isPending: boolean
  /** The rows are those of the question before. */
  isOld: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  retry: () => void
}

export function usePagedRows<T>(options: PageOptions<T>): PagedRows<T> {
  const list = useInfiniteQuery({ ...options, placeholderData: keepPreviousData })
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = list
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  // The same rows as long as the answer is the same: the table is made from them.
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.items), [list.data])
  return {
    rows,
    total: list.data?.pages[0]?.total ?? -1,
    error: list.error,
    isPending: list.isPending,
    isOld: list.isPlaceholderData,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore,
    retry: () => void list.refetch(),
  }
}

interface PagedListProps<T> {
  list: PagedRows<T>
  /** Said when it could not be loaded. */
  failed: string
  /** Shown in place of no rows. */
  empty: ReactNode
  /** How many there are, once all are here. */
  complete: (count: number) => string
  hints: { keys: string[]; text: string }[]
  rowHeight?: number
  children: (rows: T[], isDimmed: boolean) => ReactNode
}

export function PagedList<T>({
  list,
  failed,
  empty,
  complete,
  hints,
  rowHeight = 44,
  children,
}: PagedListProps<T>) {
  const isSlow = useLasting(list.isPending, 1000)
  const isStale = useLasting(list.isOld, 1000)
  const { rows } = list
  if (rows === undefined) {
    if (list.error !== null) return <PanelError title={failed} error={list.error} onRetry={list.retry} />
    return isSlow ? <SkeletonRows height={rowHeight} /> : null
  }
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows, isStale)}
      <CardFoot>
        <LoadMore
          loaded={rows.length}
          total={list.total}
          complete={complete(rows.length)}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          isUpdating={isStale}
          onLoad={list.loadMore}
        />
        <KeyHints hints={hints} />
      </CardFoot>
    </>
  )
}
