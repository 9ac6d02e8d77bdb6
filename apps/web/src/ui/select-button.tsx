import { ChevronDownIcon } from './icons.ts'
import styles from './select-button.module.css'

interface SelectButtonProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A filter of a toolbar: says what it filters and by what. */
export function SelectButton({ label, value, options, onChange }: SelectButtonProps) {
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <label className={styles['root']}>
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']} aria-hidden="true">
        {shown}
      </span>
      <ChevronDownIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
      <select
        className={styles['select']}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
