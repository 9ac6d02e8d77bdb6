import { Suspense } from 'react'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Menu } from '../../ui/menu.tsx'
import { QuickItems } from './lazy-menus.ts'

/** What is made most often, from anywhere; only administrators have something to make here. */
export function QuickActions() {
  if (useCurrentUser()?.isAdmin !== true) return null
  return (
    <Menu target={<IconButton icon={PlusIcon} iconSize={20} label={message('shell.quickActions')} />}>
      <Suspense fallback={null}>
        <QuickItems />
      </Suspense>
    </Menu>
  )
}
