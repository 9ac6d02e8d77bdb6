// The address of the list of users: `?search=&status=&realm=&group=&admins=true&unused=90&sort=&activeTab=invitations`.
import type { Realm } from '@bindery/contracts'
import { type RawSearch, textParam } from '../../lib/search-params.ts'

const statuses = ['enabled', 'disabled', 'invited', 'locked'] as const
const sorts = ['name:asc', 'name:desc', 'signedIn:desc', 'signedIn:asc'] as const
export const realms: readonly Realm[] = ['internal', 'ldap', 'saml', 'oauth', 'crowd', 'http-sso', 'scim']

export interface UserSearch {
  search?: string | undefined
  status?: (typeof statuses)[number] | undefined
  realm?: Realm | undefined
  group?: string | undefined
  admins?: 'true' | undefined
  /** Days without a sign-in. */
  unused?: '90' | undefined
  sort?: (typeof sorts)[number] | undefined
  activeTab?: 'invitations' | undefined
}

export const parseUserSearch = (raw: RawSearch): UserSearch => ({
  search: textParam(raw['search']),
  status: statuses.find((status) => status === raw['status']),
  realm: realms.find((realm) => realm === raw['realm']),
  group: textParam(raw['group']),
  admins: raw['admins'] === 'true' ? 'true' : undefined,
  unused: raw['unused'] === '90' ? '90' : undefined,
  sort: sorts.find((sort) => sort === raw['sort']),
  activeTab: raw['activeTab'] === 'invitations' ? 'invitations' : undefined,
})

export const hasFilter = ({ sort: _, activeTab: __, ...filters }: UserSearch) =>
  Object.values(filters).some((value) => value !== undefined)

export const noFilters: UserSearch = {
  search: undefined,
  status: undefined,
  realm: undefined,
  group: undefined,
  admins: undefined,
  unused: undefined,
}
