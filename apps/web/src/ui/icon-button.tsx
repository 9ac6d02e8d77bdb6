import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'
import styles from './icon-button.module.css'
import type { Icon } from './icons.ts'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: Icon
  label: string
  shortcut?: string
  size?: 28 | 32
  iconSize?: 16 | 20
  hasDot?: boolean
  isOutlined?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button with a shape only; its name is announced, and shown with the shortcut under the pointer. */
export function IconButton({
  icon: Glyph,
  label,
  shortcut,
  size = 32,
  iconSize = 16,
  hasDot = false,
  isOutlined = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles['button'], styles[`size${size}`], isOutlined && styles['outlined'], className)}
      aria-label={label}
      title={shortcut === undefined ? label : `${label}  (${shortcut})`}
    >
      <Glyph size={`${iconSize / 16}rem`} stroke={1.5} aria-hidden="true" />
      {hasDot ? <span className={styles['dot']} /> : null}
    </button>
  )
}
