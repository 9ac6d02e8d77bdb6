import {
  audit,
  groups,
  identityLinks,
  permissions,
  registration,
  securitySettings,
  session,
  sshKeys,
  tokens,
  users,
} from '@bindery/contracts'
import { pages, query, useMutation } from '../../lib/query.ts'
import type { UserSearch } from './user-search.ts'

export const userPages = ({ search, status, realm, group, admins, unused, sort }: UserSearch) =>
  pages(users.list, {
    query: { search, status, realm, group, isAdmin: admins, unusedDays: unused, sort: sort ?? 'name:asc' },
  })

export const userCounts = query(users.counts, {})
export const userDetails = (name: string) => query(users.get, { params: { name } })
export const effectivePermissions = (name: string) => query(permissions.effective, { params: { name } })
export const tokensOf = (name: string) => query(tokens.page, { query: { search: name, limit: 20 } })
export const activityOf = (name: string) => query(audit.list, { query: { actor: name, limit: 5 } })
export const sessionsOf = (name: string) => query(session.listUserSessions, { params: { name } })
export const sshKeysOf = (name: string) => query(sshKeys.listOfUser, { params: { name } })
export const linksOf = (name: string) => query(identityLinks.list, { query: { user: name } })
export const invitationList = query(registration.list, {})
export const deletionPreview = (names: string[]) => query(users.deletionPreview, { body: { names } })
export const securityRules = query(securitySettings.get, {})

const refresh = [
  users.list,
  users.get,
  users.counts,
  users.deletionPreview,
  permissions.effective,
  groups.list,
  groups.get,
  groups.members,
  audit.list,
]

export const useCreateUser = () => useMutation(users.create, { refresh })
export const useUpdateUser = () => useMutation(users.update, { refresh })
/** What is deleted is not asked for again: the page about it is about to be left. */
export const useBulk = (isDeletion: boolean) =>
  useMutation(users.bulk, {
    refresh: isDeletion ? [users.list, users.counts, tokens.page] : [...refresh, tokens.page],
  })
export const useRevokeTokens = () => useMutation(tokens.removeMany, { refresh: [tokens.page, users.get] })
const sessions = { refresh: [session.listUserSessions, audit.list] }
export const useEndSession = () => useMutation(session.endUserSession, sessions)
export const useEndSessions = () => useMutation(session.endUserSessions, sessions)
export const useRemoveSshKey = () =>
  useMutation(sshKeys.removeOfUser, { refresh: [sshKeys.listOfUser, audit.list] })
export const useUnlink = () =>
  useMutation(identityLinks.remove, { refresh: [identityLinks.list, audit.list] })
export const useInvite = () =>
  useMutation(registration.invite, { refresh: [registration.list, users.counts] })
export const useResendInvitation = () => useMutation(registration.resend, { refresh: [registration.list] })
export const useRevokeInvitation = () => useMutation(registration.revoke, { refresh: [registration.list] })
