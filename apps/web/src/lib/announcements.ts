// What everybody is told on every screen: the read-only mode, the licence, quotas, messages. Asked again every minute,
// and at once when the server refuses a change because nothing may be changed.
import { type Announcements, generalSettings } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useStart } from './frame.ts'
import { message } from './messages.ts'
import { cache, query } from './query.ts'
import { everyMinute } from './refreshes.ts'
import { setDateFormat } from './time.ts'

const announcements = { ...query(generalSettings.announcements, {}), staleTime: Number.POSITIVE_INFINITY }

/** Only readers may ask. */
export function useAnnouncements(): Announcements | undefined {
  const isReader = (useStart()?.user ?? null) !== null
  return useQuery({ ...announcements, enabled: isReader }).data
}

/** Whether nothing may be changed. Buttons that change something are `ChangeButton`. */
export const useReadOnly = (): boolean =>
  useQuery({ ...announcements, enabled: false, select: ({ isReadOnly }) => isReadOnly }).data === true

const refreshAnnouncements = () => cache.invalidateQueries({ queryKey: announcements.queryKey })

everyMinute(refreshAnnouncements)

cache.getMutationCache().subscribe(({ mutation }) => {
  if (mutation?.state.error?.message === message('spec.readOnly')) void refreshAnnouncements()
})

cache.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
  if (type !== 'updated' || queryKey[0] !== announcements.queryKey[0]) return
  const answer = state.data as Announcements | undefined // the answer of this very call
  if (answer !== undefined) setDateFormat(answer.dateFormat)
})
