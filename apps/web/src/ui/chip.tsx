import type { ReactNode } from 'react'
import { count } from '../lib/numbers.ts'
import styles from './chip.module.css'

interface ChipProps {
  isSelected: boolean
  onSelect: () => void
  icon?: ReactNode
  amount?: number | undefined
  children: ReactNode
}

/** One of several shortcuts of which one holds. */
export function Chip({ isSelected, onSelect, icon, amount, children }: ChipProps) {
  return (
    <button type="button" className={styles['chip']} aria-pressed={isSelected} onClick={onSelect}>
      {icon}
      <span>{children}</span>
      {amount === undefined ? null : <span className={styles['amount']}>{count(amount)}</span>}
    </button>
  )
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['row']} role="group" aria-label={label}>
      {children}
    </div>
  )
}
