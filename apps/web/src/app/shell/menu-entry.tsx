import { useRouterState } from '@tanstack/react-router'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { cx } from '../../ui/cx.ts'
import type { Icon } from '../../ui/icons.ts'
import type { Screen } from '../screens.ts'
import styles from './sidebar.module.css'

/** A screen of the menu; also when one of its sub-pages is open. */
export function ScreenEntry({ screen, isCollapsed }: { screen: Screen; isCollapsed: boolean }) {
  if (screen.menu === undefined) return null
  const { icon, label } = screen.menu
  return <Entry to={screen.path} icon={icon} label={message(label)} isCollapsed={isCollapsed} />
}

interface EntryProps {
  to: string
  icon: Icon | undefined
  label: string
  isCollapsed: boolean
  /** Leads to the other section, so it is never the active entry. */
  isSwitch?: boolean
}

export function Entry({ to, icon, label, isCollapsed, isSwitch = false }: EntryProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isActive = !isSwitch && (path === to || path.startsWith(`${to}/`))
  return (
    <Link
      to={to}
      className={cx(styles['entry'], icon === undefined && styles['sub'])}
      aria-current={isActive ? 'page' : undefined}
      title={isCollapsed ? label : undefined}
    >
      <EntryContent icon={icon} label={label} />
    </Link>
  )
}

export function EntryContent({ icon: Glyph, label }: { icon: Icon | undefined; label: string }) {
  return (
    <>
      {Glyph === undefined ? null : <Glyph size="1rem" stroke={1.5} aria-hidden="true" />}
      <span className={styles['label']}>{label}</span>
    </>
  )
}
