import type { ReactNode } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  title: string
  amount?: string | undefined
  children?: ReactNode
}

export function PageHead({ title, amount, children }: PageHeadProps) {
  return (
    <div className={styles['head']}>
      <h1>{title}</h1>
      {amount === undefined ? null : <span className={styles['amount']}>{amount}</span>}
      <div className={styles['actions']}>{children}</div>
    </div>
  )
}
