import { groups, permissions, principals, repositories } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pages, query, useMutation } from '../../lib/query.ts'
import type { PermissionSearch } from './permission-search.ts'

export const permissionPages = ({ search, user, group, repository, action }: PermissionSearch) =>
  pages(permissions.list, { query: { search, user, group, repository, action } })

export const permissionDetails = (name: string) => query(permissions.get, { params: { name } })

export const repositoryList = query(repositories.list, {})

const refresh = [permissions.list, permissions.get, permissions.test, permissions.effective, groups.get]

export const useCreatePermission = () => useMutation(permissions.create, { refresh })
export const useUpdatePermission = () => useMutation(permissions.update, { refresh })
export const useDuplicatePermission = () => useMutation(permissions.duplicate, { refresh })
export const useRemovePermission = () => useMutation(permissions.remove, { refresh: [permissions.list] })
export const usePreview = () => useMutation(permissions.preview)
export const useAddMember = () =>
  useMutation(groups.changeMembers, { refresh: [groups.list, principals.countMembers, permissions.test] })

/** How many members the groups have that the editor shows. */
export function useMemberCounts(names: string[]): ReadonlyMap<string, number> {
  const counts = useQuery({
    ...query(principals.countMembers, { body: { groups: names } }),
    enabled: names.length > 0,
    placeholderData: keepPreviousData,
  })
  return new Map(counts.data?.map(({ group, members }) => [group, members]))
}
