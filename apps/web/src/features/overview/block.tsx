import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import { LoadedRows } from '../../shared/loaded.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import styles from './overview.module.css'

interface BlockProps {
  title: string
  beside?: ReactNode
  children: ReactNode
}

export function Block({ title, beside, children }: BlockProps) {
  return (
    <Card label={title} className={styles['block']}>
      <CardHead>
        <h2 className={styles['blockTitle']}>{title}</h2>
        {beside}
      </CardHead>
      {children}
    </Card>
  )
}

interface LoadedProps<T> {
  answer: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** Waits and fails inside its own block; the rest of the page stays. */
export function Loaded<T>({ answer, children }: LoadedProps<T>) {
  return (
    <LoadedRows query={answer} failed={message('overview.failed')} count={4} height={40}>
      {children}
    </LoadedRows>
  )
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <CardBody>
    <p className={styles['quiet']}>{children}</p>
  </CardBody>
)
