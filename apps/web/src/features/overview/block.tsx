import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
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
  const isSlow = useLasting(answer.isPending, 1000)
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error === null) return isSlow ? <SkeletonRows count={4} height={40} /> : null
  return (
    <PanelError
      title={message('overview.failed')}
      error={answer.error}
      onRetry={() => void answer.refetch()}
    />
  )
}

export const Quiet = ({ children }: { children: ReactNode }) => (
  <CardBody>
    <p className={styles['quiet']}>{children}</p>
  </CardBody>
)
