// The foldable part of the administration menu. Which groups are folded is kept per browser.
import { message } from '../../lib/messages.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { cx } from '../../ui/cx.ts'
import { NewerIcon } from '../../ui/icons.ts'
import { menuGroups, type Screen } from '../screens.ts'
import { Entry, ScreenEntry } from './menu-entry.tsx'
import styles from './sidebar.module.css'

type GroupId = keyof typeof menuGroups

const foldedGroups = createStoredStore<string[]>('bindery.foldedGroups', [])

interface MenuGroupsProps {
  screens: Screen[]
  isCollapsed: boolean
  /** Whoever searches sees what was found, folded or not. */
  isFiltered: boolean
}

export function MenuGroups({ screens, isCollapsed, isFiltered }: MenuGroupsProps) {
  const ids = Object.keys(menuGroups) as GroupId[] // the keys of a literal
  return ids.map((id) => {
    const members = screens.filter(({ menu }) => menu?.group === id)
    if (members[0] === undefined) return null
    const { icon, label } = menuGroups[id]
    return (
      <li key={id}>
        {isCollapsed ? (
          <Entry to={members[0].path} icon={icon} label={message(label)} isCollapsed />
        ) : (
          <Group id={id} members={members} isFiltered={isFiltered} />
        )}
      </li>
    )
  })
}

function Group({ id, members, isFiltered }: { id: GroupId; members: Screen[]; isFiltered: boolean }) {
  const folded = useStore(foldedGroups)
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
        <span className={styles['label']}>{message(menuGroups[id].label)}</span>
      </button>
      {isOpen ? (
        <ul>
          {members.map((screen) => (
            <li key={screen.path}>
              <ScreenEntry screen={screen} isCollapsed={false} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
