import type { CurrentUser } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { type ThemeChoice, themeChoice } from '../../lib/theme.ts'
import { LogoutIcon, UserIcon } from '../../ui/icons.ts'
import { Menu, MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { CreateItems } from './create-items.tsx'
import styles from './shell.module.css'
import menuStyles from './user-menu.module.css'

export function UserMenu({ user }: { user: CurrentUser }) {
  const navigate = useNavigate()
  const choice = useStore(themeChoice)
  const name = user.displayName === '' ? user.name : user.displayName
  const button = (
    <button
      type="button"
      className={styles['avatar']}
      aria-label={message('shell.account', { name, initials: initials(name) })}
      title={name}
    >
      {initials(name)}
    </button>
  )
  return (
    <Menu target={button} width={232}>
      <div className={menuStyles['identity']}>
        <span className={menuStyles['name']}>{name}</span>
        <span className={menuStyles['role']}>
          {message(user.isAdmin ? 'shell.administrator' : 'shell.user')}
        </span>
      </div>
      <MenuDivider />
      <MenuItem icon={UserIcon} onClick={() => void navigate({ to: '/user_profile' })}>
        {message('shell.profile')}
      </MenuItem>
      {user.isAdmin ? <CreateItems /> : null}
      <MenuDivider />
      <MenuLabel>{message('shell.theme')}</MenuLabel>
      <MenuChoice
        label={message('shell.theme')}
        value={choice}
        options={themes()}
        onChange={themeChoice.set}
      />
      <MenuDivider />
      <MenuItem icon={LogoutIcon} onClick={() => void navigate({ to: '/logout' })}>
        {message('spec.logout')}
      </MenuItem>
    </Menu>
  )
}

const themes = (): { value: ThemeChoice; label: string }[] => [
  { value: 'system', label: message('shell.themeSystem') },
  { value: 'light', label: message('shell.themeLight') },
  { value: 'dark', label: message('shell.themeDark') },
]

function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter((word) => word !== '')
  const letters = words.length > 1 ? `${words[0]?.[0] ?? ''}${words[1]?.[0] ?? ''}` : name.slice(0, 2)
  return letters.toUpperCase()
}
