// What the menus of the header hold. Their code comes in a quiet moment after the page, or when one is opened.
import type { CurrentUser } from '@bindery/contracts'
import { useAnnouncements } from '../../lib/announcements.ts'
import { type Density, densityChoice } from '../../lib/density.ts'
import { message } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { type ThemeChoice, themeChoice } from '../../lib/theme.ts'
import { ForeignIcon } from '../../ui/icons.ts'
import { MenuChoice, MenuDivider, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CommandItems } from '../commands/command-items.tsx'
import {
  createCommands,
  helpCommands,
  logoutCommand,
  personalCommands,
  quickCommands,
  setUpCommands,
  viewCommands,
} from '../commands/commands.ts'
import styles from './user-menu.module.css'

export function UserItems({ user, name }: { user: CurrentUser; name: string }) {
  return (
    <>
      <Identity user={user} name={name} />
      <MenuDivider />
      <CommandItems commands={personalCommands} />
      <Looks />
      {user.isAdmin ? (
        <>
          <MenuDivider />
          <MenuLabel>{message('shell.create')}</MenuLabel>
          <CommandItems commands={[...setUpCommands, ...createCommands]} />
        </>
      ) : null}
      <MenuDivider />
      <CommandItems commands={viewCommands} hints={{ classic: <Beta />, new: <Beta /> }} />
      <MenuDivider />
      <CommandItems commands={[logoutCommand]} />
    </>
  )
}

/** Below ours, what the installation links to. */
export function HelpItems() {
  const links = useAnnouncements()?.helpLinks ?? []
  return (
    <>
      <CommandItems commands={helpCommands} />
      {links.length === 0 ? null : <MenuDivider />}
      {links.map(({ label, url }) => (
        <MenuItem key={url} icon={ForeignIcon} href={url}>
          {label}
        </MenuItem>
      ))}
    </>
  )
}

export const QuickItems = () => <CommandItems commands={quickCommands} />

function Identity({ user, name }: { user: CurrentUser; name: string }) {
  const role = message(user.isAdmin ? 'shell.administrator' : 'shell.user')
  return (
    <div className={styles['identity']}>
      <span className={styles['name']}>{name}</span>
      <span className={styles['role']}>
        {user.realm === 'internal' ? role : message('shell.roleByRealm', { role, realm: user.realm })}
      </span>
    </div>
  )
}

function Looks() {
  const theme = useStore(themeChoice)
  const density = useStore(densityChoice)
  return (
    <div className={styles['looks']}>
      <MenuLabel>{message('shell.theme')}</MenuLabel>
      <MenuChoice
        label={message('shell.theme')}
        value={theme}
        options={themes()}
        onChange={themeChoice.set}
        isInRow
      />
      <MenuLabel>{message('shell.density')}</MenuLabel>
      <MenuChoice
        label={message('shell.density')}
        value={density}
        options={densities()}
        onChange={densityChoice.set}
        isInRow
      />
    </div>
  )
}

const Beta = () => <Tag look="accent">{message('shell.beta')}</Tag>

const themes = (): { value: ThemeChoice; label: string }[] => [
  { value: 'system', label: message('shell.themeSystem') },
  { value: 'light', label: message('shell.themeLight') },
  { value: 'dark', label: message('shell.themeDark') },
]

const densities = (): { value: Density; label: string }[] => [
  { value: 'comfortable', label: message('shell.densityComfortable') },
  { value: 'compact', label: message('shell.densityCompact') },
]
