import { artifactoryCleanup, projects } from '@bindery/contracts'
import { query, useMutation } from '../../../lib/query.ts'
import { followRuns } from '../retention/await-run.ts'
import { rulesPath } from '../retention/queries.ts'

export const policiesPath = `${rulesPath}/policies`

export const policyList = query(artifactoryCleanup.states, {})
export const policyOfKey = (key: string) => query(artifactoryCleanup.get, { params: { key } })
export const projectList = query(projects.list, {})

export const policyRuns = (key: string, isAwaited: boolean) => ({
  ...query(artifactoryCleanup.runs, { params: { key } }),
  refetchInterval: followRuns(isAwaited),
})

const refresh = [artifactoryCleanup.states, artifactoryCleanup.get]

export const useMakePolicy = () => useMutation(artifactoryCleanup.make, { refresh })
export const useSavePolicy = () => useMutation(artifactoryCleanup.save, { refresh })
export const useEnablePolicy = () => useMutation(artifactoryCleanup.enable, { refresh })
export const useRemovePolicy = () => useMutation(artifactoryCleanup.remove, { refresh })
export const useSimulatePolicy = () => useMutation(artifactoryCleanup.simulate)
export const useRunPolicy = () =>
  useMutation(artifactoryCleanup.run, { refresh: [artifactoryCleanup.runs, ...refresh] })
