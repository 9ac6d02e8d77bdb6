import type { ReactNode } from 'react'
import { message } from '../lib/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './selection-bar.module.css'

interface SelectionBarProps {
  label: string
  amount: number
  loaded: number
  onSelectAll: () => void
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** Takes the place of the filters while rows are ticked. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, amount, loaded, onSelectAll, onClear, children } = props
  return (
    <section className={styles['bar']} aria-label={label}>
      <span className={styles['text']} role="status">
        {message('shared.selected', { count: amount })}
      </span>
      {amount < loaded ? (
        <Button look="plain" size={28} onClick={onSelectAll}>
          {message('shared.selectAll', { count: loaded })}
        </Button>
      ) : null}
      <Button look="plain" size={28} onClick={onClear}>
        {message('shared.clearSelection')}
      </Button>
      <span className={styles['spacer']} />
      {children}
    </section>
  )
}
