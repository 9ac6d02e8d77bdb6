import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { PlusIcon } from '../../ui/icons.ts'
import { MenuDivider, MenuItem, MenuLabel } from '../../ui/menu.tsx'

const entries = [
  { label: 'shell.newLocalRepository', to: '/admin/repositories', search: { create: 'local' } },
  { label: 'shell.newUser', to: '/admin/management/users/new', search: {} },
  { label: 'shell.newGroup', to: '/admin/management/groups/new', search: {} },
  { label: 'shell.newPermission', to: '/admin/management/permissions/create', search: {} },
] as const

/** What an administrator makes most often, from anywhere. */
export function CreateItems() {
  const navigate = useNavigate()
  return (
    <>
      <MenuDivider />
      <MenuLabel>{message('shell.create')}</MenuLabel>
      {entries.map(({ label, to, search }) => (
        <MenuItem key={label} icon={PlusIcon} onClick={() => void navigate({ to, search })}>
          {message(label)}
        </MenuItem>
      ))}
    </>
  )
}
