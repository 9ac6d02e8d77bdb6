import { Popover as KitPopover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import styles from '../floating.module.css'

export interface PopoverProps {
  target: ReactElement
  label: string
  width?: number
  position?: 'bottom-start' | 'bottom-end'
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  children: ReactNode
}

export function PopoverFrame(props: PopoverProps) {
  const { target, label, width = 360, position = 'bottom-end', isOpen, onChange, children } = props
  return (
    <KitPopover
      opened={isOpen}
      onChange={onChange}
      position={position}
      offset={8}
      width={`${width / 16}rem`}
      trapFocus
      returnFocus
      withRoles={false}
      zIndex="var(--layer-overlay)"
      classNames={{ dropdown: styles['panel'] ?? '' }}
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 80 }}
    >
      <KitPopover.Target>{target}</KitPopover.Target>
      {/* Without anything to press inside, the panel itself takes the focus. */}
      <KitPopover.Dropdown role="dialog" aria-label={label} tabIndex={-1}>
        {children}
      </KitPopover.Dropdown>
    </KitPopover>
  )
}
