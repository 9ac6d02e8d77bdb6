import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'

/** What every field may have around it. */
export interface FieldTexts {
  label?: ReactNode
  /** Help, below the control. */
  description?: ReactNode
  /** What is wrong with the value, if anything. */
  error?: ReactNode
}

interface FieldProps extends FieldTexts {
  /** Of the control; help and mistake get ids made from it. */
  id: string
  isRequired?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A control with its label above, help and mistake below. */
export function Field({
  id,
  label,
  description,
  error,
  isRequired = false,
  className,
  children,
}: FieldProps) {
  return (
    <div className={cx(styles['root'], className)}>
      {isGiven(label) ? (
        <label className={styles['label']} htmlFor={id}>
          {label}
          {isRequired ? (
            <span className={styles['required']} aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
      ) : null}
      {children}
      {isGiven(description) ? (
        <p id={`${id}-description`} className={styles['description']}>
          {description}
        </p>
      ) : null}
      {isGiven(error) ? (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** Ties the control to its help and its mistake. */
export function describedBy(id: string, { description, error }: FieldTexts, others?: string) {
  const ids = [
    others,
    isGiven(description) ? `${id}-description` : undefined,
    isGiven(error) ? `${id}-error` : undefined,
  ].filter((one) => one !== undefined)
  return {
    'aria-invalid': isGiven(error) || undefined,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
    'data-error': isGiven(error) || undefined,
  }
}

const isGiven = (text: ReactNode) => text !== undefined && text !== null && text !== false && text !== ''
