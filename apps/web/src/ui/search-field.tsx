import type { InputHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'
import { SearchIcon } from './icons.ts'
import styles from './search-field.module.css'
import { KeyCap } from './tag.tsx'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string
  shortcut?: string
  look?: 'field' | 'header' | 'small'
  ref?: Ref<HTMLInputElement>
}

export function SearchField({ label, shortcut, look = 'field', className, ...rest }: SearchFieldProps) {
  return (
    <span className={cx(styles['root'], styles[look], className)}>
      <SearchIcon className={styles['icon']} size="1rem" stroke={1.5} aria-hidden="true" />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={styles['input']}
        aria-label={label}
      />
      {shortcut === undefined ? null : (
        <span className={styles['shortcut']} aria-hidden="true">
          <KeyCap>{shortcut}</KeyCap>
        </span>
      )}
    </span>
  )
}
