import { useRouterState } from '@tanstack/react-router'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { cx } from '../../ui/cx.ts'
import type { Icon } from '../../ui/icons.ts'
import type { OpenEntry } from '../menu.ts'
import styles from './sidebar.module.css'

interface EntryProps {
  entry: OpenEntry
  isCollapsed: boolean
  /** Stands under the name of its group, without an icon. */
  isMember?: boolean
}

/** A screen of the menu; what is closed for a reason stays and tells it. */
export function Entry({ entry: { menu, to, verdict }, isCollapsed, isMember = false }: EntryProps) {
  const label = message(menu.label)
  const icon = isMember ? undefined : menu.icon
  if (verdict.kind === 'open') return <MenuLink to={to} icon={icon} label={label} isCollapsed={isCollapsed} />
  return (
    <span
      className={cx(styles['entry'], styles['disabled'], icon === undefined && styles['sub'])}
      role="link"
      aria-disabled="true"
      tabIndex={0}
      title={verdict.reason}
    >
      <EntryContent icon={icon} label={label} />
    </span>
  )
}

interface MenuLinkProps {
  to: string
  icon: Icon | undefined
  label: string
  isCollapsed: boolean
  /** Leads to the other section, so it is never the active entry. */
  isSwitch?: boolean
}

/** Also active when one of its sub-pages is open. */
export function MenuLink({ to, icon, label, isCollapsed, isSwitch = false }: MenuLinkProps) {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const isActive = !isSwitch && isBelow(path, to)
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

/** The tabs of the artifact browser stand in its address before the place; all of them are one entry. */
const isBelow = (path: string, to: string) => {
  const start = to.replace(/^(\/repos\/tree)\/General$/, '$1')
  return path === start || path.startsWith(`${start}/`)
}
