import { groups, users } from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'
import type { GroupSearch } from './group-search.ts'

export const groupPages = ({ search, admins, autoJoin }: GroupSearch) =>
  pages(groups.list, { query: { search, isAdmin: admins, isAutoJoin: autoJoin } })

export const groupDetails = (name: string) => query(groups.get, { params: { name } })

export const memberPages = (name: string, search: string | undefined) =>
  pages(groups.members, { params: { name }, query: { search } })

const refresh = [groups.list, groups.get, groups.members, users.list, users.get]

export const useCreateGroup = () => useMutation(groups.create, { refresh })
export const useUpdateGroup = () => useMutation(groups.update, { refresh })
export const useRemoveGroup = () => useMutation(groups.remove, { refresh: [groups.list, users.list] })
export const useChangeMembers = () => useMutation(groups.changeMembers, { refresh })
