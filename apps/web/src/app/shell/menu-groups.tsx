// The foldable part of a menu. Which groups are folded is kept per browser.
import { message } from '../../lib/messages.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { cx } from '../../ui/cx.ts'
import { NewerIcon } from '../../ui/icons.ts'
import { type GroupId, menuGroups, type OpenEntry } from '../menu.ts'
import { Entry, MenuLink } from './menu-entry.tsx'
import styles from './sidebar.module.css'

const foldedGroups = createStoredStore<string[]>('bindery.foldedGroups', [])

interface MenuGroupProps {
  id: GroupId
  members: OpenEntry[]
  isCollapsed: boolean
  /** Whoever searches sees what was found, folded or not. */
  isFiltered: boolean
}

export function MenuGroup({ id, members, isCollapsed, isFiltered }: MenuGroupProps) {
  const folded = useStore(foldedGroups)
  const { icon, label } = menuGroups[id]
  const first = members.find(({ verdict }) => verdict.kind === 'open')
  if (isCollapsed) {
    return first === undefined ? null : (
      <MenuLink to={first.to} icon={icon} label={message(label)} isCollapsed />
    )
  }
  const isOpen = isFiltered || !folded.includes(id)
  const toggle = () => foldedGroups.set(isOpen ? [...folded, id] : folded.filter((other) => other !== id))
  return (
    <>
      <button
        type="button"
        className={cx(styles['entry'], styles['group'])}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <NewerIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
        <span className={styles['label']}>{message(label)}</span>
      </button>
      {isOpen ? (
        <ul>
          {members.map((entry) => (
            <li key={entry.to}>
              <Entry entry={entry} isCollapsed={false} isMember />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
