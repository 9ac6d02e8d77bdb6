import { environmentViews, globalRoles, projectRoles, projectViews, roleViews } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'

export const globalRoleList = query(roleViews.list, {})
export const rolesOf = (key: string) => query(roleViews.ofProject, { params: { key } })
export const globalEnvironments = query(environmentViews.list, {})
export const environmentsOf = (key: string) => query(environmentViews.ofProject, { params: { key } })
export const holderPages = (name: string) => pages(roleViews.holders, { params: { name }, query: {} })

const refresh = [
  roleViews.list,
  roleViews.ofProject,
  roleViews.holders,
  environmentViews.list,
  environmentViews.ofProject,
  projectViews.overview,
]

export const useCreate = () => useMutation(globalRoles.create, { refresh })
export const useUpdate = () => useMutation(globalRoles.update, { refresh })
export const useRemove = () => useMutation(globalRoles.remove, { refresh })
export const useCreateIn = () => useMutation(projectRoles.create, { refresh })
export const useUpdateIn = () => useMutation(projectRoles.update, { refresh })
export const useRemoveIn = () => useMutation(projectRoles.remove, { refresh })
