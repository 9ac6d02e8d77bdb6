import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { usePrincipals } from '../../shared/access/principals.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, GroupIcon, UserIcon } from '../../ui/icons.ts'
import { PickField } from '../../ui/pick-field.tsx'
import styles from './projects.module.css'
import type { MemberId } from './put-member.ts'

interface AdminPickerProps {
  /** `user:ada`, `group:web`. */
  names: string[]
  onChange: (names: string[]) => void
}

/** Of `group:web`. */
export const memberOf = (id: string): MemberId => ({
  kind: id.startsWith('group:') ? 'group' : 'user',
  name: id.slice(id.indexOf(':') + 1),
})

/** Who will run a new project. */
export function AdminPicker({ names, onChange }: AdminPickerProps) {
  const [text, setText] = useState('')
  const options = usePrincipals(text).filter(({ value }) => !names.includes(value))
  return (
    <FormSection title={message('projects.administrators')} text={message('projects.administratorsText')}>
      <PickField
        label={message('projects.findPerson')}
        isLabelHidden
        placeholder={message('projects.findPerson')}
        query={text}
        onQuery={setText}
        options={options}
        onPick={(id) => {
          setText('')
          onChange([...names, id])
        }}
        empty={message('projects.nobodyFound')}
      />
      {names.length === 0 ? null : (
        <ul className={styles['people']} aria-label={message('projects.administrators')}>
          {names.map((id) => {
            const { kind, name } = memberOf(id)
            const Glyph = kind === 'group' ? GroupIcon : UserIcon
            return (
              <li key={id}>
                <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
                <span className={styles['person']}>{name}</span>
                <IconButton
                  icon={CloseIcon}
                  size={28}
                  label={message('shared.removeWhat', { what: name })}
                  onClick={() => onChange(names.filter((other) => other !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </FormSection>
  )
}
