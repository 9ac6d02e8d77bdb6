import type { ReactNode } from 'react'
import styles from './code-view.module.css'

/** What is shown, and what can be done with it; in a narrow card one below the other. */
export const ViewHead = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className={styles['head']}>
    <span className={styles['title']}>{title}</span>
    <span className={styles['tools']}>{children}</span>
  </div>
)
