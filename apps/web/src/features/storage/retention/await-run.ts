import { useState } from 'react'

interface AwaitedRun {
  id: string
  finishedAt: string | null
}

/** A run that was asked for begins in the background: until another one is the newest, it is awaited. */
export function useAwaitedRun() {
  const [before, setBefore] = useState<string | undefined>(undefined)
  return {
    isAwaited: before !== undefined,
    await: (runs: AwaitedRun[] | undefined) => setBefore(runs?.[0]?.id ?? ''),
    /** Whether it is still to come, or under way. */
    look(runs: AwaitedRun[] | undefined): boolean {
      const newest = runs?.[0]
      const isToCome = before !== undefined && (newest?.id ?? '') === before
      if (before !== undefined && !isToCome) setBefore(undefined)
      return isToCome || newest?.finishedAt === null
    },
  }
}

/** Looked at again while a run is under way, or is about to begin. */
export const followRuns =
  (isAwaited: boolean) => (asked: { state: { data?: { finishedAt: string | null }[] | undefined } }) =>
    isAwaited || asked.state.data?.some(({ finishedAt }) => finishedAt === null) === true ? 1000 : false
