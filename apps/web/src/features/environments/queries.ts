import { environments, environmentViews, projectEnvironments, projectViews } from '@bindery/contracts'
import { query, useMutation } from '../../lib/query.ts'

export const globalEnvironments = query(environmentViews.list, {})
export const environmentsOf = (key: string) => query(environmentViews.ofProject, { params: { key } })
export const environmentUse = (name: string) => query(environmentViews.use, { params: { name } })

const refresh = [
  environmentViews.list,
  environmentViews.ofProject,
  environmentViews.use,
  projectViews.repositories,
]

export const useOrder = () => useMutation(environmentViews.order, { refresh })
export const useCreate = () => useMutation(environments.create, { refresh })
export const useRename = () => useMutation(environments.rename, { refresh })
export const useRemove = () => useMutation(environments.remove, { refresh })
export const useCreateIn = () => useMutation(projectEnvironments.create, { refresh })
export const useRenameIn = () => useMutation(projectEnvironments.rename, { refresh })
export const useRemoveIn = () => useMutation(projectEnvironments.remove, { refresh })
