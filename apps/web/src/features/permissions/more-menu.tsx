import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, EditIcon, MoreIcon } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { Deed } from './permission-dialogs.tsx'

export const MoreMenu = ({ onChoose }: { onChoose: (deed: Deed) => void }) => (
  <Menu target={<IconButton icon={MoreIcon} label={message('permissions.more')} isOutlined />}>
    <MenuItem icon={EditIcon} onClick={() => onChoose('rename')}>
      {message('permissions.rename')}
    </MenuItem>
    <MenuItem icon={DeleteIcon} onClick={() => onChoose('delete')}>
      {message('permissions.deletePermission')}
    </MenuItem>
  </Menu>
)
