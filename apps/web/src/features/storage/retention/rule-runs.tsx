import { useQuery } from '@tanstack/react-query'
import { useAwaitedRun } from './await-run.ts'
import { ruleRuns, useRunRule } from './queries.ts'
import { RunHistory } from './run-history.tsx'

/** What the rule removed. */
export function RuleRuns({ name, isChanged }: { name: string; isChanged: boolean }) {
  const run = useRunRule()
  const awaited = useAwaitedRun()
  const runs = useQuery(ruleRuns(name, awaited.isAwaited))
  const isRunning = awaited.look(runs.data)
  return (
    <RunHistory
      runs={runs}
      isRunning={run.isPending || isRunning}
      error={run.error}
      isChanged={isChanged}
      onRun={() => run.mutate({ params: { name } }, { onSuccess: () => awaited.await(runs.data) })}
    />
  )
}
