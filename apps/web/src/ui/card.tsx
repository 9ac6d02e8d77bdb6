import type { ReactNode } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

interface CardProps {
  children: ReactNode
  /** Takes the height that is left, its content scrolls inside. */
  fills?: boolean
  className?: string | undefined
  label?: string
}

export function Card({ children, fills = false, className, label }: CardProps) {
  return (
    <section className={cx(styles['card'], fills && styles['fills'], className)} aria-label={label}>
      {children}
    </section>
  )
}

export const CardHead = ({ children }: { children: ReactNode }) => (
  <div className={styles['head']}>{children}</div>
)
export const CardBody = ({ children }: { children: ReactNode }) => (
  <div className={styles['body']}>{children}</div>
)
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <div className={styles['foot']}>{children}</div>
)
