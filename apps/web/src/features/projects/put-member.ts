import type { PrincipalKind } from '@bindery/contracts'
import { usePutGroup, usePutUser, useRemoveGroup, useRemoveUser } from './queries.ts'

export interface MemberId {
  kind: PrincipalKind
  name: string
}

/** Users and groups have calls of their own; here they are one. */
export function useMemberChanges(key: string) {
  const [putUser, putGroup] = [usePutUser(), usePutGroup()]
  const [removeUser, removeGroup] = [useRemoveUser(), useRemoveGroup()]
  return {
    put: ({ kind, name }: MemberId, roles: string[], project = key) =>
      (kind === 'user' ? putUser : putGroup).mutateAsync({
        params: { key: project, name },
        body: { roles },
      }),
    remove: ({ kind, name }: MemberId) =>
      (kind === 'user' ? removeUser : removeGroup).mutateAsync({ params: { key, name } }),
    isBusy: [putUser, putGroup, removeUser, removeGroup].some(({ isPending }) => isPending),
  }
}
