import { retention } from '@bindery/contracts'
import { query, useMutation } from '../../../lib/query.ts'
import { followRuns } from './await-run.ts'

export const rulesPath = '/admin/monitoring/retention'

export const ruleList = query(retention.list, {})

export const ruleRuns = (name: string, isAwaited: boolean) => ({
  ...query(retention.runs, { params: { name } }),
  refetchInterval: followRuns(isAwaited),
})

export const useSaveRule = () => useMutation(retention.save, { refresh: [retention.list] })
export const useRemoveRule = () => useMutation(retention.remove, { refresh: [retention.list] })
export const useSimulate = () => useMutation(retention.simulate)
export const useRunRule = () => useMutation(retention.run, { refresh: [retention.runs] })
