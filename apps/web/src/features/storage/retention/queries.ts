import { retention } from '@bindery/contracts'
import { query, useMutation } from '../../../lib/query.ts'

export const rulesPath = '/admin/monitoring/retention'

export const ruleList = query(retention.list, {})

/** Looked at again while a run is under way, or is about to begin. */
export const ruleRuns = (name: string, isAwaited: boolean) => ({
  ...query(retention.runs, { params: { name } }),
  refetchInterval: (asked: { state: { data?: { finishedAt: string | null }[] | undefined } }) =>
    isAwaited || asked.state.data?.some(({ finishedAt }) => finishedAt === null) === true ? 1000 : false,
})

export const useSaveRule = () => useMutation(retention.save, { refresh: [retention.list] })
export const useRemoveRule = () => useMutation(retention.remove, { refresh: [retention.list] })
export const useSimulate = () => useMutation(retention.simulate)
export const useRunRule = () => useMutation(retention.run, { refresh: [retention.runs] })
