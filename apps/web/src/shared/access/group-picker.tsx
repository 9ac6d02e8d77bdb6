import { type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { CloseIcon } from '../../ui/icons.ts'
import { PickField } from '../../ui/pick-field.tsx'
import styles from './group-picker.module.css'
import { usePrincipals } from './principals.ts'

interface GroupPickerProps {
  label: string
  description?: ReactNode
  values: string[]
  onChange: (values: string[]) => void
  /** Groups that somebody else decides about, with the reason. */
  fixed?: { name: string; why: string }[]
  disabled?: boolean
}

/** Groups as tags, and a field that finds more. */
export function GroupPicker({
  label,
  description,
  values,
  onChange,
  fixed = [],
  disabled = false,
}: GroupPickerProps) {
  const [text, setText] = useState('')
  const taken = [...values, ...fixed.map(({ name }) => name)]
  const options = usePrincipals(text, 'group').filter(({ label: name }) => !taken.includes(name))
  return (
    <div className={styles['root']}>
      <PickField
        label={label}
        description={description}
        placeholder={message('shared.findGroup')}
        query={text}
        onQuery={setText}
        options={options}
        onPick={(id) => {
          setText('')
          onChange([...values, id.slice('group:'.length)])
        }}
        empty={message('shared.noGroupFound')}
        disabled={disabled}
      />
      {taken.length === 0 ? null : (
        <ul className={styles['tags']} aria-label={label}>
          {fixed.map(({ name, why }) => (
            <li key={name} className={styles['tag']} title={why}>
              {name}
              <span className={styles['why']}>{why}</span>
            </li>
          ))}
          {values.map((name) => (
            <li key={name} className={styles['tag']}>
              {name}
              <button
                type="button"
                className={styles['remove']}
                disabled={disabled}
                aria-label={message('shared.removeWhat', { what: name })}
                onClick={() => onChange(values.filter((other) => other !== name))}
              >
                <CloseIcon size="0.75rem" stroke={2} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
