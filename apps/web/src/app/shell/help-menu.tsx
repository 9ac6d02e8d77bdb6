import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ApiIcon, HelpIcon, InfoIcon, KeyboardIcon } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import type { FrameDialog } from './shell.tsx'

export function HelpMenu({ onOpen }: { onOpen: (dialog: FrameDialog) => void }) {
  return (
    <Menu target={<IconButton icon={HelpIcon} iconSize={20} label={message('shell.help')} />}>
      <MenuItem icon={KeyboardIcon} hint={<KeyCap>?</KeyCap>} onClick={() => onOpen('shortcuts')}>
        {message('spec.keyboardShortcuts')}
      </MenuItem>
      <MenuItem icon={ApiIcon} href="/ui/api/">
        {message('shell.apiReference')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={InfoIcon} onClick={() => onOpen('about')}>
        {message('shell.about')}
      </MenuItem>
    </Menu>
  )
}
