import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import styles from './progress-line.module.css'

/** Two pixels under the header while something is on its way for longer than a blink. */
export function ProgressLine() {
  const isLoadingPage = useRouterState({ select: (state) => state.isLoading })
  const busy = useIsFetching() + useIsMutating() > 0
  const isShown = useLasting(isLoadingPage || busy, 150)
  if (!isShown) return null
  return <div className={styles['line']} role="progressbar" aria-label={message('shell.progress')} />
}
