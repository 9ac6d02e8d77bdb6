import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../lib/call.ts'
import { useLasting } from '../lib/delay.ts'
import { Card } from '../ui/card.tsx'
import { SkeletonBlock } from '../ui/skeleton.tsx'
import { PanelError } from './panel-error.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Said when it could not be read. */
  failed: string
  /** Shown when there is no such thing. */
  missing: ReactNode
  children: (data: T) => ReactNode
}

/** A page about one thing that is read first: still loading, not there, not readable, or the page. */
export function Loaded<T>({ query, failed, missing, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query
  const isSlow = useLasting(isPending, 1000)
  if (error !== null)
    return (
      <Card>
        {error instanceof CallError && error.status === 404 ? (
          missing
        ) : (
          <PanelError title={failed} error={error} onRetry={() => void refetch()} />
        )}
      </Card>
    )
  if (data !== undefined) return children(data)
  return isSlow ? <SkeletonBlock /> : null
}
