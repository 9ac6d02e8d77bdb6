import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { message } from '../lib/messages.ts'
import { splitPatterns } from '../lib/patterns.ts'
import { CloseIcon } from '../ui/icons.ts'
import styles from './pattern-list.module.css'

interface PatternListProps {
  label: string
  description?: string
  placeholder?: string
  values: string[]
  onChange: (values: string[]) => void
  disabled?: boolean
}

/** Short texts as a row of tags: Enter or a comma adds one, pasting adds many, Backspace takes the last back. */
export function PatternList({
  label,
  description,
  placeholder,
  values,
  onChange,
  disabled,
}: PatternListProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const add = (more: string) => {
    setText('')
    const added = splitPatterns(more).filter((value) => !values.includes(value))
    if (added.length > 0) onChange([...values, ...added])
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(text)
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      onChange(values.slice(0, -1))
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n,]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value))
    field.current?.focus()
  }
  return (
    <div className={styles['root']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={styles['box']} data-disabled={disabled || undefined}>
        {values.map((value) => (
          <span key={value} className={styles['tag']}>
            <code>{value}</code>
            {disabled === true ? null : (
              <button
                type="button"
                className={styles['remove']}
                aria-label={message('shared.removeWhat', { what: value })}
                onClick={() => remove(value)}
              >
                <CloseIcon size="0.75rem" stroke={2} aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        <input
          ref={field}
          id={id}
          className={styles['input']}
          value={text}
          placeholder={values.length === 0 ? placeholder : undefined}
          disabled={disabled}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={description === undefined ? undefined : `${id}-help`}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(text)}
        />
      </div>
      {description === undefined ? null : (
        <p id={`${id}-help`} className={styles['help']}>
          {description}
        </p>
      )}
    </div>
  )
}
