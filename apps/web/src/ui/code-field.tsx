import { type ChangeEvent, type Ref, useId } from 'react'
import { charactersOf } from './code-characters.ts'
import styles from './code-field.module.css'

interface CodeFieldProps {
  label: string
  name: string
  length: 4 | 6
  value: string
  onChange: (value: string) => void
  /** Only these are taken; a paste may carry spaces and dashes. */
  accepts: 'digits' | 'anything'
  autoComplete: string
  error?: string | undefined
  isDisabled?: boolean
  /** Where it is what the page is about, typing starts at once. */
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One input that looks like a box for each character. */
export function CodeField(props: CodeFieldProps) {
  const {
    label,
    name,
    length,
    value,
    onChange,
    accepts,
    autoComplete,
    error,
    isDisabled = false,
    autoFocus = true,
    ref,
  } = props
  const id = useId()
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(charactersOf(event.currentTarget.value, accepts, length))
  return (
    <div className={styles['root']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['control']}>
        <input
          ref={ref}
          id={id}
          name={name}
          className={styles['input']}
          value={value}
          onChange={change}
          // The caret is where the next character goes, also after a click into the middle.
          onSelect={({ currentTarget: input }) =>
            input.setSelectionRange(input.value.length, input.value.length)
          }
          inputMode={accepts === 'digits' ? 'numeric' : 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={autoFocus}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
        />
        <div className={styles['boxes']} aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={styles['box']}
              data-next={index === Math.min(value.length, length - 1) || undefined}
              data-gap={index === length / 2 || undefined}
            >
              {value[index] ?? null}
            </span>
          ))}
        </div>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
