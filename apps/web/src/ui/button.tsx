import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useReadOnly } from '../lib/announcements.ts'
import { message } from '../lib/messages.ts'
import styles from './button.module.css'
import { cx } from './cx.ts'
import type { Icon } from './icons.ts'

type ButtonLook = 'filled' | 'outlined' | 'plain' | 'danger'
type ButtonSize = 28 | 32 | 36

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  icon?: Icon
  /** Shows a spinner in place of the text, keeping the width. */
  isBusy?: boolean
  children: ReactNode
}

export function Button({
  look = 'outlined',
  size = 32,
  icon,
  isBusy = false,
  children,
  className,
  ...rest
}: ButtonProps) {
  const Glyph = icon
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(look, size), isBusy && styles['busy'], className)}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled === true || isBusy}
    >
      {Glyph === undefined ? null : <Glyph size="1rem" stroke={1.5} aria-hidden="true" />}
      <span>{children}</span>
      {isBusy ? <span className={styles['spinner']} aria-hidden="true" /> : null}
    </button>
  )
}

/** For whatever changes something on the server: in read-only mode it stays in sight and says why it does nothing. */
export function ChangeButton(props: ButtonProps) {
  const isReadOnly = useReadOnly()
  if (!isReadOnly) return <Button {...props} />
  return (
    <Button
      {...props}
      aria-disabled="true"
      title={message('spec.readOnly')}
      onClick={(event) => event.preventDefault()}
    />
  )
}

/** For links that look like buttons. */
export const buttonClass = (look: ButtonLook = 'outlined', size: ButtonSize = 32) =>
  cx(styles['button'], styles[look], styles[`size${size}`])
