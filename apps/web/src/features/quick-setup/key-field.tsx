import { type KeyboardEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { TextField } from '../../ui/text-field.tsx'
import { keyMistake } from './plan.ts'
import styles from './quick-setup.module.css'

interface KeyFieldProps {
  value: string
  others: string[]
  onDone: (key: string) => void
}

/** Another key for one that was proposed. Nothing that cannot be made gets out of it; Escape takes the change back. */
export function KeyField({ value, others, onDone }: KeyFieldProps) {
  const [text, setText] = useState(value)
  const mistake = keyMistake(text.trim(), others)
  const finish = () => (mistake === undefined ? onDone(text.trim()) : undefined)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The dialog around it stays.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') finish()
    else onDone(value)
  }
  return (
    <TextField
      className={styles['keyField'] ?? ''}
      label={message('quickSetup.keyOf', { key: value })}
      value={text}
      error={mistake}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={finish}
    />
  )
}
