import type { CurrentUser } from '@bindery/contracts'
import { Suspense } from 'react'
import { message } from '../../lib/messages.ts'
import { Menu } from '../../ui/menu.tsx'
import { UserItems } from './lazy-menus.ts'
import styles from './shell.module.css'

export function UserMenu({ user }: { user: CurrentUser }) {
  const name = user.displayName === '' ? user.name : user.displayName
  const button = (
    <button
      type="button"
      className={styles['avatar']}
      aria-label={message('shell.account', { name, initials: initials(name) })}
      title={name}
      data-tour="account"
    >
      {initials(name)}
    </button>
  )
  return (
    <Menu target={button} width={264}>
      <Suspense fallback={null}>
        <UserItems user={user} name={name} />
      </Suspense>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : name.slice(0, 2)
  return letters.toUpperCase()
}
