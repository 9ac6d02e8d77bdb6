// The address of a page of roles: `?role=Developer`, `?new=true`.
import { type RawSearch, textParam } from '../../lib/search-params.ts'

interface RoleSearch {
  role?: string | undefined
  new?: 'true' | undefined
}

export const parseRoleSearch = (raw: RawSearch): RoleSearch => ({
  role: textParam(raw['role']),
  new: raw['new'] === 'true' ? 'true' : undefined,
})
