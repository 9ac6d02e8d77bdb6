import { type ReactNode, useId } from 'react'
import checkbox from './checkbox.module.css'
import { TickIcon } from './icons.ts'
import styles from './check-row.module.css'

interface CheckRowProps {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  name?: string
}

/** A switch of a form with the sentence that says what it does. */
export function CheckRow({ label, description, checked, onChange, disabled = false, name }: CheckRowProps) {
  const id = useId()
  return (
    <div className={styles['row']}>
      <span className={checkbox['inner']}>
        <input
          id={id}
          name={name}
          type="checkbox"
          className={checkbox['input']}
          checked={checked}
          disabled={disabled}
          aria-describedby={description === undefined ? undefined : `${id}-help`}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <TickIcon className={checkbox['icon']} stroke={3} aria-hidden="true" />
      </span>
      <div>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        {description === undefined ? null : (
          <p id={`${id}-help`} className={styles['description']}>
            {description}
          </p>
        )}
      </div>
    </div>
  )
}
