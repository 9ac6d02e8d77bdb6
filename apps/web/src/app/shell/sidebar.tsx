import { useRouterState } from '@tanstack/react-router'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useIsMiddle } from '../../lib/media.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { cx } from '../../ui/cx.ts'
import { AdministrationIcon, ApiIcon, BackIcon, CollapseIcon, ExpandIcon, type Icon } from '../../ui/icons.ts'
import { KeyCap } from '../../ui/tag.tsx'
import { screens, type Section } from '../screens.ts'
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
  const isAdmin = useCurrentUser()?.isAdmin === true
  const entries = screens.filter(
    ({ menu, audience }) => menu?.section === section && (isAdmin || audience !== 'administrator'),
  )
  return (
    <div className={styles['nav']}>
      {isCollapsed ? null : <div className={styles['section']}>{sectionTitle(section)}</div>}
      <ul>
        {entries.map(({ path, menu }) =>
          menu === undefined ? null : (
            <li key={path}>
              <Entry to={path} icon={menu.icon} label={message(menu.label)} isCollapsed={isCollapsed} />
            </li>
          ),
        )}
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
    </div>
  )
}

export function SectionSwitch({ section, isCollapsed = false }: { section: Section; isCollapsed?: boolean }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
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
  if (!isAdmin) return null
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

interface EntryProps {
  to: string
  icon: Icon
  label: string
  isCollapsed: boolean
  /** Leads to the other section, so it is never the active entry. */
  isSwitch?: boolean
}

function Entry({ to, icon, label, isCollapsed, isSwitch = false }: EntryProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isActive = !isSwitch && (path === to || path.startsWith(`${to}/`))
  return (
    <Link
      to={to}
      className={styles['entry']}
      aria-current={isActive ? 'page' : undefined}
      title={isCollapsed ? label : undefined}
    >
      <EntryContent icon={icon} label={label} />
    </Link>
  )
}

function EntryContent({ icon: Glyph, label }: { icon: Icon; label: string }) {
  return (
    <>
      <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
      <span className={styles['label']}>{label}</span>
    </>
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
