import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './tag.module.css'

export type TagLook = 'quiet' | 'accent' | 'outlined' | 'warn' | 'ok' | 'error'

export function Tag({
  look = 'quiet',
  title,
  children,
}: {
  look?: TagLook
  title?: string
  children: ReactNode
}) {
  return (
    <span className={cx(styles['tag'], styles[look])} title={title}>
      {children}
    </span>
  )
}

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={styles['key']}>{children}</kbd>
}
