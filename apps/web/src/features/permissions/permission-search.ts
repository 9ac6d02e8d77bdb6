// The address of the list of permissions: `?search=&user=&group=&repository=&action=`.
import type { Action } from '@bindery/contracts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'
import { allActions } from '../../shared/access/actions.ts'

export interface PermissionSearch {
  search?: string | undefined
  user?: string | undefined
  group?: string | undefined
  repository?: string | undefined
  action?: Action | undefined
}

export const parsePermissionSearch = (raw: RawSearch): PermissionSearch => ({
  search: textParam(raw['search']),
  user: textParam(raw['user']),
  group: textParam(raw['group']),
  repository: textParam(raw['repository']),
  action: allActions.find((action) => action === raw['action']),
})

export const hasFilter = (search: PermissionSearch) =>
  Object.values(search).some((value) => value !== undefined)
