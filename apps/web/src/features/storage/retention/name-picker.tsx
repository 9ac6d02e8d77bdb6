import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CloseIcon, type Icon } from '../../../ui/icons.ts'
import { PickField } from '../../../ui/pick-field.tsx'
import styles from './retention.module.css'

interface NamePickerProps {
  label: string
  description: string
  /** Said when nothing fits. */
  empty: string
  options: { value: string; label?: string; icon?: Icon }[]
  names: string[]
  onChange: (names: string[]) => void
  /** Whether what is typed may be taken as it is: a pattern. */
  takesOthers?: boolean
}

const mostOffered = 50

/** Some of a list of names, chosen one by one. */
export function NamePicker(props: NamePickerProps) {
  const { label, description, empty, options, names, onChange, takesOthers = false } = props
  const [text, setText] = useState('')
  const typed = text.trim()
  const fitting = options
    .map((option) => ({ label: option.value, ...option }))
    .filter(({ value, label: told }) =>
      [value, told].some((word) => word.toLowerCase().includes(typed.toLowerCase())),
    )
  const isOther = takesOthers && typed !== '' && !fitting.some(({ value }) => value === typed)
  const offered = [...(isOther ? [{ value: typed, label: typed }] : []), ...fitting]
  return (
    <>
      <PickField
        label={label}
        description={description}
        query={text}
        onQuery={setText}
        options={offered.filter(({ value }) => !names.includes(value)).slice(0, mostOffered)}
        empty={empty}
        onPick={(name) => {
          setText('')
          onChange([...names, name])
        }}
      />
      {names.length === 0 ? null : (
        <ul className={styles['chosen']} aria-label={label}>
          {names.map((name) => (
            <li key={name}>
              <span className={styles['key']}>
                {options.find(({ value }) => value === name)?.label ?? name}
              </span>
              <IconButton
                icon={CloseIcon}
                size={28}
                label={message('shared.removeWhat', { what: name })}
                onClick={() => onChange(names.filter((other) => other !== name))}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
