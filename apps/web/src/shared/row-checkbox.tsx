import checkbox from '../ui/checkbox.module.css'
import { TickIcon } from '../ui/icons.ts'

interface RowCheckboxProps {
  label: string
  checked: boolean
  onToggle: (isRange: boolean) => void
}

/** Ticks a row of a list; with Shift all rows up to it. */
export function RowCheckbox({ label, checked, onToggle }: RowCheckboxProps) {
  return (
    <label className={checkbox['root']}>
      <span className={checkbox['inner']}>
        <input
          type="checkbox"
          className={checkbox['input']}
          aria-label={label}
          checked={checked}
          onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)} // a change of a box is a click
        />
        <TickIcon className={checkbox['icon']} stroke={3} aria-hidden="true" />
      </span>
    </label>
  )
}
