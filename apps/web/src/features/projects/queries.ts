import { groups, projects, projectViews, repositories, roleViews, users } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'

export const projectPages = (search: string | undefined) => pages(projectViews.list, { query: { search } })
export const memberPages = (key: string, search: string | undefined) =>
  pages(projectViews.members, { params: { key }, query: { search } })
export const candidates = (key: string, search: string) =>
  query(projectViews.candidates, { params: { key }, query: { search } })
export const rolesOf = (key: string) => query(roleViews.ofProject, { params: { key } })

type Relation = 'own' | 'shared' | 'assignable'
export const repositoryPages = (key: string, relation: Relation, search: string | undefined) =>
  pages(projectViews.repositories, { params: { key }, query: { relation, search } })
export const moveEffect = (key: string, repository: string, leaves: boolean) =>
  query(projectViews.moveEffect, {
    params: { key, repository },
    query: { leaves: leaves ? 'true' : 'false' },
  })

const ofProject = [projectViews.list, projectViews.own, projectViews.overview, projects.list]
const ofMembers = [
  ...ofProject,
  projectViews.members,
  projectViews.candidates,
  roleViews.ofProject,
  roleViews.list,
  users.list,
  groups.list,
]
const ofRepositories = [...ofProject, projectViews.repositories, projectViews.moveEffect, repositories.list]

export const useCreateProject = () => useMutation(projects.create, { refresh: ofProject })
export const useUpdateProject = () => useMutation(projects.update, { refresh: ofProject })
export const useRemoveProject = () =>
  useMutation(projects.remove, { refresh: [projectViews.list, projectViews.own] })
export const useCalculate = () => useMutation(projectViews.calculate, { refresh: ofProject })

export const usePutUser = () => useMutation(projects.putUser, { refresh: ofMembers })
export const usePutGroup = () => useMutation(projects.putGroup, { refresh: ofMembers })
export const useRemoveUser = () => useMutation(projects.removeUser, { refresh: ofMembers })
export const useRemoveGroup = () => useMutation(projects.removeGroup, { refresh: ofMembers })

export const useAttach = () => useMutation(projects.attach, { refresh: ofRepositories })
export const useDetach = () => useMutation(projects.detach, { refresh: ofRepositories })
export const useShare = () => useMutation(projects.share, { refresh: ofRepositories })
export const useUnshare = () => useMutation(projects.unshare, { refresh: ofRepositories })
export const usePlace = () => useMutation(projects.place, { refresh: ofRepositories })
export const useUnplace = () => useMutation(projects.unplace, { refresh: ofRepositories })
