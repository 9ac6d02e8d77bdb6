import { groups, permissions, repositories } from '@bindery/contracts'
import { useQueries, useQuery } from '@tanstack/react-query'
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
  useMutation(groups.changeMembers, { refresh: [groups.list, permissions.test] })

const groupPage = query(groups.list, { query: {} })

/** How many members the groups have: most from the first page of the list, the rest one by one. */
export function useMemberCounts(names: string[]): ReadonlyMap<string, number> {
  const first = useQuery(groupPage).data?.items ?? []
  const known = new Map(first.map(({ name, members }) => [name, members]))
  const missing = names.filter((name) => !known.has(name))
  const others = useQueries({
    queries: missing.map((name) => query(groups.get, { params: { name } })),
    combine: (results) => results.flatMap(({ data }) => (data === undefined ? [] : [data])),
  })
  for (const { name, members } of others) known.set(name, members)
  return known
}
