// The address of the list of groups: `?search=&admins=true&autoJoin=true`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

export interface GroupSearch {
  search?: string | undefined
  admins?: 'true' | undefined
  autoJoin?: 'true' | undefined
}

export const parseGroupSearch = (raw: RawSearch): GroupSearch => ({
  search: textParam(raw['search']),
  admins: raw['admins'] === 'true' ? 'true' : undefined,
  autoJoin: raw['autoJoin'] === 'true' ? 'true' : undefined,
})

export const hasFilter = (search: GroupSearch) => Object.values(search).some((value) => value !== undefined)

export const noFilters: GroupSearch = { search: undefined, admins: undefined, autoJoin: undefined }
