import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallError } from '../lib/call.ts'
import { useLasting } from '../lib/delay.ts'
import { Card } from '../ui/card.tsx'
import { SkeletonBlock, SkeletonRows } from '../ui/skeleton.tsx'
import { PanelError } from './panel-error.tsx'

interface LoadedProps<T> {
  query: UseQueryResult<T>
  /** Said when it could not be read. */
  failed: string
  /** Shown when there is no such thing; without it this is a failure like any other. */
  missing?: ReactNode
  /** When reading it again fails, the page stays below the error: somebody may be typing there. */
  keepsPage?: boolean
  children: (data: T) => ReactNode
}

/** A page about one thing that is read first: still loading, not there, not readable, or the page. */
export function Loaded<T>({ query, failed, missing, keepsPage = false, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query
  const isSlow = useLasting(isPending, 1000)
  const isMissing = missing !== undefined && error instanceof CallError && error.status === 404
  return (
    <>
      {error === null ? null : (
        <Card>
          {isMissing ? missing : <PanelError title={failed} error={error} onRetry={() => void refetch()} />}
        </Card>
      )}
      {error === null && isSlow ? <SkeletonBlock /> : null}
      {data === undefined || (error !== null && !keepsPage) ? null : children(data)}
    </>
  )
}

interface LoadedRowsProps<T> {
  query: UseQueryResult<T>
  /** Said when it could not be read. */
  failed: string
  /** How many lines are about to come, and how high. */
  count?: number
  height?: number
  children: (data: T) => ReactNode
}

/** A list inside a card. What was read stays when reading it again fails. */
export function LoadedRows<T>({ query, failed, children, ...lines }: LoadedRowsProps<T>) {
  const { data, error, isPending, refetch } = query
  const isSlow = useLasting(isPending, 1000)
  if (data !== undefined) return children(data)
  if (error !== null) return <PanelError title={failed} error={error} onRetry={() => void refetch()} />
  return isSlow ? <SkeletonRows {...lines} /> : null
}
