import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import styles from './retention.module.css'

interface LimitRowProps {
  label: string
  unit: string
  /** What it begins with. */
  usual: number
  /** Null: it does not count. */
  value: number | null
  onChange: (value: number | null) => void
}

/** A condition that counts when it is ticked, and its number. */
export const LimitRow = ({ label, unit, usual, value, onChange }: LimitRowProps) => (
  <div className={styles['limit']}>
    <CheckRow label={label} checked={value !== null} onChange={(isOn) => onChange(isOn ? usual : null)} />
    {value === null ? null : <NumberField label={unit} min={1} value={value} onChange={onChange} />}
  </div>
)
