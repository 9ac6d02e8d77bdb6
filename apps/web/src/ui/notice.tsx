import type { ReactNode } from 'react'
import { ErrorIcon, type Icon, InfoIcon, SuccessIcon, WarningIcon } from './icons.ts'
import styles from './notice.module.css'

export type NoticeLook = 'info' | 'warn' | 'error' | 'ok'

interface NoticeProps {
  look?: NoticeLook
  title?: ReactNode
  /** Announced at once: for what has just gone wrong. */
  isUrgent?: boolean
  children?: ReactNode
}

/** A coloured line or two inside a page: a shape, what it is, what to do. */
export function Notice({ look = 'info', title, isUrgent = false, children }: NoticeProps) {
  const Glyph = icons[look]
  return (
    <div className={styles['notice']} data-look={look} role={isUrgent ? 'alert' : undefined}>
      <Glyph className={styles['icon']} size="1rem" stroke={1.75} aria-hidden="true" />
      <div className={styles['text']}>
        {title === undefined ? null : <p className={styles['title']}>{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
      </div>
    </div>
  )
}

const icons: Record<NoticeLook, Icon> = {
  info: InfoIcon,
  warn: WarningIcon,
  error: ErrorIcon,
  ok: SuccessIcon,
}
