import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useIsMiddle } from '../../lib/media.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { cx } from '../../ui/cx.ts'
import { AdministrationIcon, ApiIcon, BackIcon, CollapseIcon, ExpandIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import { isFor } from '../audience.ts'
import { menuGroups, type Screen, screens, type Section } from '../screens.ts'
import { Entry, EntryContent, ScreenEntry } from './menu-entry.tsx'
import { MenuGroups } from './menu-groups.tsx'
import styles from './sidebar.module.css'

export const isSidebarCollapsed = createStoredStore('bindery.sidebarCollapsed', false)

export function Sidebar({ section }: { section: Section }) {
  const isMiddle = useIsMiddle()
  const isCollapsed = useStore(isSidebarCollapsed) || isMiddle
  return (
    <nav
      className={cx(styles['sidebar'], isCollapsed && styles['collapsed'])}
      aria-label={sectionTitle(section)}
    >
      <MenuList section={section} isCollapsed={isCollapsed} />
      <div className={styles['foot']}>
        <SectionSwitch section={section} isCollapsed={isCollapsed} />
        {isMiddle ? null : <CollapseButton isCollapsed={isCollapsed} />}
      </div>
    </nav>
  )
}

export const sectionTitle = (section: Section) =>
  message(section === 'application' ? 'spec.application' : 'spec.administration')

/** The entries of a section, for the sidebar and for the sheet of small screens. */
export function MenuList({ section, isCollapsed = false }: { section: Section; isCollapsed?: boolean }) {
  const user = useCurrentUser()
  const [filter, setFilter] = useState('')
  const entries = screens.filter(({ menu, audience }) => menu?.section === section && isFor(audience, user))
  const shown = entries.filter((screen) => matches(screen, filter))
  return (
    <div className={styles['nav']}>
      {isCollapsed ? null : section === 'administration' ? (
        <SearchField
          className={styles['find']}
          label={message('shell.findSetting')}
          placeholder={message('shell.findSetting')}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      ) : (
        <div className={styles['section']}>{sectionTitle(section)}</div>
      )}
      <ul>
        {shown.map((screen) =>
          screen.menu === undefined || screen.menu.group !== undefined ? null : (
            <li key={screen.path}>
              <ScreenEntry screen={screen} isCollapsed={isCollapsed} />
            </li>
          ),
        )}
        <MenuGroups screens={shown} isCollapsed={isCollapsed} isFiltered={filter.trim() !== ''} />
        {section === 'application' ? (
          <li>
            <a
              className={styles['entry']}
              href="/ui/api/"
              title={isCollapsed ? message('shell.apiReference') : undefined}
            >
              <EntryContent icon={ApiIcon} label={message('shell.apiReference')} />
            </a>
          </li>
        ) : null}
      </ul>
      {shown.length === 0 && filter !== '' ? (
        <p className={styles['none']} role="status">
          {message('shell.noSetting')}
        </p>
      ) : null}
    </div>
  )
}

function matches({ menu }: Screen, filter: string): boolean {
  if (menu === undefined) return false
  const group = menu.group === undefined ? '' : message(menuGroups[menu.group].label)
  return `${group} ${message(menu.label)}`.toLowerCase().includes(filter.trim().toLowerCase())
}

export function SectionSwitch({ section, isCollapsed = false }: { section: Section; isCollapsed?: boolean }) {
  const user = useCurrentUser()
  if (section === 'administration') {
    return (
      <Entry
        to="/packages"
        icon={BackIcon}
        label={message('spec.application')}
        isCollapsed={isCollapsed}
        isSwitch
      />
    )
  }
  if (!screens.some(({ menu, audience }) => menu?.section === 'administration' && isFor(audience, user)))
    return null
  return (
    <Entry
      to="/admin"
      icon={AdministrationIcon}
      label={message('spec.administration')}
      isCollapsed={isCollapsed}
      isSwitch
    />
  )
}

function CollapseButton({ isCollapsed }: { isCollapsed: boolean }) {
  const label = message(isCollapsed ? 'shell.expand' : 'shell.collapse')
  return (
    <button
      type="button"
      className={styles['entry']}
      aria-expanded={!isCollapsed}
      title={`${label}  ([)`}
      onClick={() => isSidebarCollapsed.set(!isCollapsed)}
    >
      <EntryContent icon={isCollapsed ? ExpandIcon : CollapseIcon} label={label} />
      {isCollapsed ? null : <KeyCap>[</KeyCap>}
    </button>
  )
}
