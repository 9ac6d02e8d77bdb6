import { message } from '../../lib/messages.ts'
import { singleKeysOn } from '../../lib/shortcuts.ts'
import { useStore } from '../../lib/store.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyCap } from '../../ui/tag.tsx'
import styles from './shortcuts-dialog.module.css'

const groups = [
  {
    title: 'shell.keysEverywhere',
    keys: [
      [['Mod', 'K'], 'shell.keySearch'],
      [['Mod', 'Shift', 'P'], 'shell.keyProjects'],
      [['/'], 'shell.keyFilter'],
      [['?'], 'shell.keyShortcuts'],
      [['['], 'shell.keySidebar'],
      [['g', 'p'], 'shell.keyPackages'],
      [['g', 'h'], 'shell.keyHome'],
      [['g', 'm'], 'shell.keyAdministration'],
    ],
  },
  {
    title: 'shell.keysInLists',
    keys: [
      [['j', 'k'], 'shell.keyMove'],
      [['Enter'], 'shell.keyOpen'],
      [['y'], 'shell.keyCopy'],
    ],
  },
] as const

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore(singleKeysOn)
  return (
    <Dialog title={message('spec.keyboardShortcuts')} onClose={onClose}>
      {groups.map((group) => (
        <section key={group.title} className={styles['group']}>
          <h3>{message(group.title)}</h3>
          <dl>
            {group.keys.map(([keys, text]) => (
              <div key={text} className={styles['row']}>
                <dt>{message(text)}</dt>
                <dd>
                  {keys.map((key) => (
                    <KeyCap key={key}>{key}</KeyCap>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Checkbox
        label={message('shell.singleKeys')}
        checked={isOn}
        onChange={(event) => singleKeysOn.set(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
