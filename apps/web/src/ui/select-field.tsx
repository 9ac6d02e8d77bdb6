import { useId } from 'react'
import styles from './field.module.css'
import { ChevronDownIcon } from './icons.ts'

interface SelectFieldProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** A labelled choice of one, by the platform's own list. */
export function SelectField({ label, options, value, onChange }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={styles['root']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['wrapper']}>
        <select
          id={id}
          className={`${styles['input']} ${styles['select']}`}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className={styles['chevron']} size="1rem" stroke={1.5} aria-hidden="true" />
      </div>
    </div>
  )
}
