// Users and groups to choose from, looked for while somebody types.
import { principals } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { GroupIcon, UserIcon } from '../../ui/icons.ts'
import type { PickOption } from '../../ui/frames/pick-frame.tsx'

/** `user:ada`, `group:web`; groups first. */
export function usePrincipals(text: string, kind?: 'user' | 'group'): PickOption[] {
  const search = useSettled(text.trim(), 200)
  const found = useQuery({
    ...query(principals.find, { query: { search, kind } }),
    placeholderData: keepPreviousData,
  })
  return (found.data ?? []).map(({ kind, name, email, members }) => ({
    value: `${kind}:${name}`,
    label: name,
    hint: members === null ? (email ?? undefined) : message('shared.members', { count: members }),
    icon: kind === 'group' ? GroupIcon : UserIcon,
  }))
}
