import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import styles from './template.module.css'

interface SampleProps {
  /** The file under `ui/` or `shared/` without its ending. */
  of: string
  /** Stands on the page itself: for parts that bring their own frame or need the width. */
  isBare?: boolean
  children: ReactNode
}

/** One part in use, under the name of its file. */
export function Sample({ of, isBare = false, children }: SampleProps) {
  return (
    <section className={styles['sample']} aria-label={of}>
      <h3 className={styles['name']}>
        <code>{of}</code>
      </h3>
      <div className={cx(styles['stage'], isBare && styles['bare'])}>{children}</div>
    </section>
  )
}
