import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** A list without rows: why, and what to do. */
export function Empty({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <Shelf />
      <p className={styles['title']}>{title}</p>
      {text === undefined ? null : <p className={styles['text']}>{text}</p>}
      {children}
    </div>
  )
}

function Shelf() {
  return (
    <svg className={styles['drawing']} viewBox="0 0 96 64" aria-hidden="true">
      <path d="M8 56h80M20 56V18h10v38M30 56V26h8v30M38 56V14h12v42M38 24h12M54.5 55.4 64 17.8l9.7 2.4-9.4 37.3M20 26h10" />
    </svg>
  )
}
