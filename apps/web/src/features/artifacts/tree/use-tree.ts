// The lines of the tree for what is typed in the filter, kept fresh while things happen on the server.
import type { TreeRoot } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSettled } from '../../../lib/delay.ts'
import { onLive } from '../../../lib/live.ts'
import { createPreference } from '../../../lib/preferences.ts'
import { useStore } from '../../../lib/store.ts'
import type { Spot } from '../address.ts'
import { foundItems } from '../queries.ts'
import { isEmpty, parseFilter, rootsNamed, rootsWithin } from './tree-filter.ts'
import { type Row, rowsOf } from './tree-rows.ts'
import { refreshRepository, reveal, treeState } from './tree-state.ts'

/** Keys of repositories. */
const favourites = createPreference<string[]>('favouriteRepositories', [])

export const isFavourite = (key: string) => favourites.get().includes(key)

export const setFavourite = (key: string, isOn: boolean) =>
  favourites.set([...favourites.get().filter((other) => other !== key), ...(isOn ? [key] : [])])

interface Tree {
  rows: Row[]
  isSearching: boolean
  isFiltered: boolean
}

export function useTree(roots: TreeRoot[], typed: string, current: Spot | undefined): Tree {
  const { closedGroups, open, folders } = useSyncExternalStore(treeState.subscribe, treeState.get)
  const starred = useStore(favourites)
  const filter = useMemo(() => parseFilter(typed), [typed])
  const text = useSettled(filter.text, 200)
  const within = useMemo(() => rootsWithin(roots, filter), [roots, filter])
  const search = useQuery({
    ...foundItems(text, within.length === roots.length ? undefined : within.map(({ key }) => key)),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = text.length > 1 ? search.data?.items : undefined
  useReveal(current)
  useFreshness()
  const rows = useMemo(
    () =>
      rowsOf({
        roots: isEmpty(filter) ? roots : rootsNamed(roots, filter),
        favourites: starred,
        closedGroups,
        open,
        folders,
        found: found ?? [],
      }),
    [roots, filter, starred, closedGroups, open, folders, found],
  )
  // What was typed this moment has not been asked for yet: that nothing matches it is not known.
  const isSearching = filter.text !== text || (text.length > 1 && search.isFetching)
  return { rows, isSearching, isFiltered: !isEmpty(filter) }
}

function useReveal(current: Spot | undefined) {
  const { repository, path } = current ?? {}
  useEffect(() => {
    if (repository !== undefined && path !== undefined) void reveal({ repository, path })
  }, [repository, path])
}

const pause = 700

/** One publish is many events: they are collected, and each repository is asked once. */
function useFreshness() {
  useEffect(() => {
    const due = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLive(({ topic, repository }) => {
      if (topic !== 'packages' || repository === undefined) return
      due.add(repository)
      timer ??= setTimeout(() => {
        timer = undefined
        for (const key of due) void refreshRepository(key)
        due.clear()
      }, pause)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
