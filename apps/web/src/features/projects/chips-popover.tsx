import { type ReactNode, useState } from 'react'
import { NameChips } from '../../shared/name-chips.tsx'
import { ChevronDownIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/popover.tsx'
import styles from './chips-popover.module.css'

interface ChipsPopoverProps {
  label: string
  names: string[]
  /** Said in place of no names. */
  none?: ReactNode
  children: (close: () => void) => ReactNode
}

/** Names in a table; pressing them opens what changes them. */
export function ChipsPopover({ label, names, none, children }: ChipsPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const button = (
    <button
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <span className="visually-hidden">{label}: </span>
      {names.length === 0 ? none : <NameChips names={names} show={3} />}
      <ChevronDownIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
    </button>
  )
  return (
    <Popover label={label} position="bottom-start" isOpen={isOpen} onChange={setOpen} target={button}>
      {isOpen ? (
        // The choices may still be on their way when the panel takes the focus.
        <div tabIndex={-1} data-autofocus className={styles['panel']}>
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </Popover>
  )
}
