import { message } from '../lib/messages.ts'
import { count, total as totalOf } from '../lib/numbers.ts'
import { Button } from '../ui/button.tsx'
import styles from './load-more.module.css'

interface LoadMoreProps {
  loaded: number
  total: number
  /** Says the same when everything is there. */
  complete: string
  hasMore: boolean
  isLoading: boolean
  /** The rows are those of the question before. */
  isUpdating: boolean
  onLoad: () => void
}

/** How much of a list is here, and the rest on request. */
export function LoadMore({ loaded, total, complete, hasMore, isLoading, isUpdating, onLoad }: LoadMoreProps) {
  if (isUpdating) return <span role="status">{message('shared.updating')}</span>
  return (
    <span className={styles['root']} role="status">
      {hasMore
        ? message('shared.loaded', { loaded: count(loaded), total: totalOf(total, loaded) })
        : complete}
      {hasMore ? (
        <Button look="plain" size={28} isBusy={isLoading} onClick={onLoad}>
          {message('shared.loadMore')}
        </Button>
      ) : null}
    </span>
  )
}
