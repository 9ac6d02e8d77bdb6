import { type ReactNode, useId } from 'react'
import styles from './radio-list.module.css'

interface RadioListProps<T extends string> {
  label: string
  options: { value: T; label: string; description?: ReactNode; disabled?: boolean }[]
  value: T
  onChange: (value: T) => void
  isLabelHidden?: boolean
}

/** One of a few that need a sentence each. */
export function RadioList<T extends string>({
  label,
  options,
  value,
  onChange,
  isLabelHidden = false,
}: RadioListProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles['root']}>
      <legend className={isLabelHidden ? 'visually-hidden' : styles['legend']}>{label}</legend>
      {options.map((option) => {
        const id = `${name}-${option.value}`
        return (
          <div key={option.value} className={styles['option']}>
            <input
              id={id}
              type="radio"
              name={name}
              className={styles['input']}
              checked={option.value === value}
              disabled={option.disabled}
              aria-describedby={option.description === undefined ? undefined : `${id}-help`}
              onChange={() => onChange(option.value)}
            />
            <div>
              <label htmlFor={id} className={styles['label']}>
                {option.label}
              </label>
              {option.description === undefined ? null : (
                <p id={`${id}-help`} className={styles['description']}>
                  {option.description}
                </p>
              )}
            </div>
          </div>
        )
      })}
    </fieldset>
  )
}
