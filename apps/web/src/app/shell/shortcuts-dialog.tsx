import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { keyCaps, shortcutGroups, type ShortcutId, shortcutList } from '../../lib/shortcut-list.ts'
import { singleKeysOn } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import styles from './shortcuts-dialog.module.css'

const ids = Object.keys(shortcutList) as ShortcutId[] // the keys of a literal
const groups = Object.entries(shortcutGroups)

/** Made from the list that the handlers are bound by, so it cannot promise a key that does nothing. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [filter, setFilter] = useState('')
  const isOn = useStore(singleKeysOn)
  const shown = ids.filter((id) => matches(id, filter))
  return (
    <Dialog title={message('spec.keyboardShortcuts')} width={640} onClose={onClose}>
      <div className={styles['head']}>
        <SearchField
          label={message('shell.findKey')}
          placeholder={message('shell.findKey')}
          data-autofocus
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Checkbox
          label={message('shell.singleKeys')}
          checked={isOn}
          onChange={(event) => singleKeysOn.set(event.currentTarget.checked)}
        />
      </div>
      <p role="status" className={shown.length === 0 ? styles['none'] : 'visually-hidden'}>
        {shown.length === 0 ? message('shell.noKey') : null}
      </p>
      <div className={styles['groups']}>
        {groups.map(([group, title]) => (
          <Group
            key={group}
            title={message(title)}
            ids={shown.filter((id) => shortcutList[id].group === group)}
          />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ title, ids: members }: { title: string; ids: ShortcutId[] }) {
  if (members.length === 0) return null
  return (
    <section className={styles['group']}>
      <h3>{title}</h3>
      <dl>
        {members.map((id) => (
          <div key={id} className={styles['row']}>
            <dt>{message(shortcutList[id].label)}</dt>
            <dd>
              {keyCaps(id).map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function matches(id: ShortcutId, filter: string): boolean {
  const words = `${message(shortcutList[id].label)} ${keyCaps(id).join(' ')}`
  return words.toLowerCase().includes(filter.trim().toLowerCase())
}
