import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { cx } from './cx.ts'
import { TickIcon } from './icons.ts'

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label?: ReactNode
}

/** Its label is part of what can be clicked. Without one it needs `aria-label`. */
export function Checkbox({ label, className, id: given, ...input }: CheckboxProps) {
  const own = useId()
  const id = given ?? own
  return (
    <span className={cx(styles['root'], className)}>
      <span className={styles['inner']}>
        <input {...input} type="checkbox" id={id} className={styles['input']} />
        <TickIcon className={styles['icon']} size="0.75rem" stroke={3} aria-hidden="true" />
      </span>
      {label === undefined ? null : (
        <label className={styles['label']} htmlFor={id}>
          {label}
        </label>
      )}
    </span>
  )
}
