import { Menu as KitMenu } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import styles from './floating.module.css'
import { type Icon, TickIcon } from './icons.ts'

const classNames = {
  dropdown: styles['panel'] ?? '',
  item: styles['item'] ?? '',
  itemSection: styles['itemSection'] ?? '',
  itemLabel: styles['itemLabel'] ?? '',
  itemIndicator: styles['itemIndicator'] ?? '',
  label: styles['label'] ?? '',
  divider: styles['divider'] ?? '',
}

/** A menu under a button: arrow keys, type-ahead, Escape, and focus back on the button. */
export function Menu({
  target,
  width = 240,
  children,
}: {
  target: ReactElement
  width?: number
  children: ReactNode
}) {
  return (
    <KitMenu
      classNames={classNames}
      position="bottom-end"
      offset={8}
      width={`${width / 16}rem`}
      transitionProps={{ transition: 'fade', duration: 120, exitDuration: 80 }}
      zIndex="var(--layer-overlay)"
      // The placeholder is an empty focusable element, which has no place in a menu.
      withInitialFocusPlaceholder={false}
    >
      <KitMenu.Target>{target}</KitMenu.Target>
      <KitMenu.Dropdown>{children}</KitMenu.Dropdown>
    </KitMenu>
  )
}

interface MenuItemProps {
  icon?: Icon
  hint?: ReactNode
  href?: string
  /** Opens beside the application. */
  isForeign?: boolean
  onClick?: () => void
  children: ReactNode
}

export function MenuItem({ icon: Glyph, hint, href, isForeign = false, onClick, children }: MenuItemProps) {
  const shared = {
    leftSection: Glyph === undefined ? undefined : <Glyph size="1rem" stroke={1.5} aria-hidden="true" />,
    rightSection: hint,
  }
  if (href !== undefined) {
    return (
      <KitMenu.Item
        {...shared}
        component="a"
        href={href}
        {...(isForeign ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {children}
      </KitMenu.Item>
    )
  }
  return (
    <KitMenu.Item {...shared} onClick={onClick}>
      {children}
    </KitMenu.Item>
  )
}

export const MenuLabel = KitMenu.Label
export const MenuDivider = KitMenu.Divider

interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  options: { value: T; label: string }[]
  onChange: (value: T) => void
  /** Side by side, for a few short words. */
  isInRow?: boolean
}

/** One choice of several: a tick says which one holds, and the menu stays open to compare. */
export function MenuChoice<T extends string>(props: MenuChoiceProps<T>) {
  const { label, value, options, onChange, isInRow = false } = props
  return (
    <div role="group" aria-label={label} className={isInRow ? styles['choiceRow'] : undefined}>
      {options.map((option) => (
        <KitMenu.RadioItem
          key={option.value}
          value={option.value}
          checked={option.value === value}
          closeMenuOnClick={false}
          rightSection={
            option.value === value && !isInRow ? (
              <TickIcon size="1rem" stroke={2} aria-hidden="true" />
            ) : undefined
          }
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </KitMenu.RadioItem>
      ))}
    </div>
  )
}
