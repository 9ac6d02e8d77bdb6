import type { ManagedRepository } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { copyText } from '../../lib/copy.ts'
import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ArtifactIcon, CopyIcon, DeleteIcon, EditIcon, MoreIcon, PackageIcon } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { listOf } from './kinds.ts'
import { RemoteItems } from './remote-items.tsx'

export function RowMenu({ row, onRemove }: { row: ManagedRepository; onRemove: (key: string) => void }) {
  const navigate = useNavigate()
  const edit = {
    to: '/admin/repositories/$kind/$repoKey/edit',
    params: { kind: listOf(row.kind), repoKey: row.key },
  }
  const browse = { to: '/repos/$', params: { _splat: `tree/General/${row.key}` } }
  return (
    <Menu
      target={
        <IconButton icon={MoreIcon} label={message('repository.actionsOf', { key: row.key })} size={28} />
      }
    >
      <MenuItem icon={ArtifactIcon} onClick={() => void navigate(browse)}>
        {message('repository.browse')}
      </MenuItem>
      <MenuItem icon={EditIcon} onClick={() => void navigate(edit)}>
        {message('repository.edit')}
      </MenuItem>
      <MenuItem
        icon={PackageIcon}
        onClick={() => void navigate({ to: '/packages', search: { repository: row.key } })}
      >
        {message('repository.showPackages')}
      </MenuItem>
      <MenuItem icon={CopyIcon} onClick={() => void copyText(row.url)}>
        {message('repository.copyAddress')}
      </MenuItem>
      {row.kind === 'remote' ? <RemoteItems row={row} /> : null}
      <MenuDivider />
      <MenuItem icon={DeleteIcon} onClick={() => onRemove(row.key)}>
        {message('repository.delete')}
      </MenuItem>
    </Menu>
  )
}
