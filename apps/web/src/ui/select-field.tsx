import { type ReactNode, useId } from 'react'
import { describedBy, Field } from './field.tsx'
import styles from './field.module.css'
import { ChevronDownIcon } from './icons.ts'

interface SelectFieldProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  name?: string
  error?: ReactNode
  isRequired?: boolean
  onBlur?: () => void
}

/** A labelled choice of one, by the platform's own list. */
export function SelectField(props: SelectFieldProps) {
  const { label, options, value, onChange, name, error, isRequired = false, onBlur } = props
  const id = useId()
  return (
    <Field id={id} label={label} error={error} isRequired={isRequired}>
      <div className={styles['wrapper']}>
        <select
          id={id}
          name={name}
          className={`${styles['input']} ${styles['select']}`}
          value={value}
          required={isRequired}
          {...describedBy(id, { error })}
          onBlur={onBlur}
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
    </Field>
  )
}
