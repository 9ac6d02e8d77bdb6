// Users and groups to choose from, looked for while somebody types.
import { groups, users } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { GroupIcon, UserIcon } from '../../ui/icons.ts'
import type { PickOption } from '../../ui/pick-field.tsx'

const most = 20

export type PrincipalKind = 'user' | 'group'

/** `user:ada`, `group:web`. */
export function usePrincipals(text: string, kinds: PrincipalKind[] = ['group', 'user']): PickOption[] {
  const search = useSettled(text.trim(), 200)
  const groupList = useQuery({
    ...query(groups.list, { query: { search, limit: most } }),
    placeholderData: keepPreviousData,
    enabled: kinds.includes('group'),
  })
  const userList = useQuery({
    ...query(users.list, { query: { search, limit: most } }),
    placeholderData: keepPreviousData,
    enabled: kinds.includes('user'),
  })
  return [
    ...(kinds.includes('group') ? (groupList.data?.items ?? []) : []).map(({ name, members }) => ({
      value: `group:${name}`,
      label: name,
      hint: message('shared.members', { count: members }),
      icon: GroupIcon,
    })),
    ...(kinds.includes('user') ? (userList.data?.items ?? []) : []).map(({ name, email }) => ({
      value: `user:${name}`,
      label: name,
      hint: email ?? undefined,
      icon: UserIcon,
    })),
  ]
}
