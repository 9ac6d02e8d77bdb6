import { useState } from 'react'
import { useCircumstances } from '../../lib/circumstances.ts'
import { message } from '../../lib/messages.ts'
import { useIsMiddle } from '../../lib/media.ts'
import { useProjectChoice } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { cx } from '../../ui/cx.ts'
import {
  AdministrationIcon,
  ApiIcon,
  BackIcon,
  CollapseIcon,
  ExpandIcon,
  ProjectIcon,
} from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import { administrationLanding, applicationLanding } from '../landing.ts'
import { arrange, entriesOf, menuGroups, type OpenEntry, type Section } from '../menu.ts'
import { screens } from '../screens.ts'
import { Entry, EntryContent, MenuLink } from './menu-entry.tsx'
import { MenuGroup } from './menu-groups.tsx'
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

const titles = {
  application: 'spec.application',
  administration: 'spec.administration',
  project: 'spec.projectSettings',
} as const

export const sectionTitle = (section: Section) => message(titles[section])

function useEntries(section: Section): OpenEntry[] {
  const user = useCurrentUser()
  const now = useCircumstances()
  return now === undefined ? [] : entriesOf(section, screens, user, now)
}

/** The entries of a section, for the sidebar and for the sheet of small screens. */
export function MenuList({ section, isCollapsed = false }: { section: Section; isCollapsed?: boolean }) {
  const [filter, setFilter] = useState('')
  const shown = useEntries(section).filter((entry) => matches(entry, filter))
  const isFiltered = filter.trim() !== ''
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
        {arrange(section, shown).map((item) =>
          item.kind === 'entry' ? (
            <li key={item.entry.to}>
              <Entry entry={item.entry} isCollapsed={isCollapsed} />
            </li>
          ) : (
            <li key={item.id}>
              <MenuGroup
                id={item.id}
                members={item.members}
                isCollapsed={isCollapsed}
                isFiltered={isFiltered}
              />
            </li>
          ),
        )}
        {section === 'application' ? <ApiReference isCollapsed={isCollapsed} /> : null}
      </ul>
      {shown.length === 0 && isFiltered ? (
        <p className={styles['none']} role="status">
          {message('shell.noSetting')}
        </p>
      ) : null}
    </div>
  )
}

function ApiReference({ isCollapsed }: { isCollapsed: boolean }) {
  const label = message('shell.apiReference')
  return (
    <li>
      <a className={styles['entry']} href="/ui/api/" title={isCollapsed ? label : undefined}>
        <EntryContent icon={ApiIcon} label={label} />
      </a>
    </li>
  )
}

function matches({ menu }: OpenEntry, filter: string): boolean {
  const group = menu.group === undefined ? '' : message(menuGroups[menu.group].label)
  return `${group} ${message(menu.label)}`.toLowerCase().includes(filter.trim().toLowerCase())
}

/** The way to the other section that this user has. */
export function SectionSwitch({ section, isCollapsed = false }: { section: Section; isCollapsed?: boolean }) {
  const user = useCurrentUser()
  const project = useProjectChoice().chosen?.key
  const visible = useEntries('administration').map(({ to }) => to)
  const look = { isCollapsed, isSwitch: true } as const
  if (section !== 'application')
    return (
      <MenuLink to={applicationLanding(user)} icon={BackIcon} label={message('spec.application')} {...look} />
    )
  if (user === null) return null
  const to = administrationLanding(user, project, visible)
  if (user.canAdministerProjects && project !== undefined)
    return <MenuLink to={to} icon={ProjectIcon} label={message('spec.projectSettings')} {...look} />
  if (visible.length === 0) return null
  return <MenuLink to={to} icon={AdministrationIcon} label={message('spec.administration')} {...look} />
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
