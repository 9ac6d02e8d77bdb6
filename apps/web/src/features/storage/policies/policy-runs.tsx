import { useQuery } from '@tanstack/react-query'
import { useAwaitedRun } from '../retention/await-run.ts'
import { RunHistory } from '../retention/run-history.tsx'
import { policyRuns, useRunPolicy } from './queries.ts'

/** What the policy removed. */
export function PolicyRuns({ policyKey: key, isChanged }: { policyKey: string; isChanged: boolean }) {
  const run = useRunPolicy()
  const awaited = useAwaitedRun()
  const runs = useQuery(policyRuns(key, awaited.isAwaited))
  const isRunning = awaited.look(runs.data)
  return (
    <RunHistory
      runs={runs}
      isRunning={run.isPending || isRunning}
      error={run.error}
      isChanged={isChanged}
      onRun={() => run.mutate({ params: { key } }, { onSuccess: () => awaited.await(runs.data) })}
    />
  )
}
