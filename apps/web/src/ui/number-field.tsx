import type { ReactNode } from 'react'
import styles from './number-field.module.css'
import { TextField } from './text-field.tsx'

interface NumberFieldProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** Days, characters: said behind the number. */
  unit?: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  name?: string
}

/** A whole number. An empty field counts as its smallest value. */
export function NumberField({ value, onChange, min = 0, max, unit, ...rest }: NumberFieldProps) {
  const read = (text: string) => onChange(text === '' ? min : Math.trunc(Number(text)))
  return (
    <TextField
      {...rest}
      type="number"
      inputMode="numeric"
      min={min}
      {...(max === undefined ? {} : { max })}
      value={value}
      className={styles['root'] ?? ''}
      onChange={(event) => read(event.currentTarget.value)}
      {...(unit === undefined ? {} : { rightSection: <span className={styles['unit']}>{unit}</span> })}
    />
  )
}
