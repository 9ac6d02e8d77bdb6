import { Suspense } from 'react'
import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { HelpIcon } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { HelpItems } from './lazy-menus.ts'

export function HelpMenu() {
  return (
    <Menu
      target={<IconButton icon={HelpIcon} iconSize={20} label={message('shell.help')} data-tour="help" />}
    >
      <Suspense fallback={null}>
        <HelpItems />
      </Suspense>
    </Menu>
  )
}
