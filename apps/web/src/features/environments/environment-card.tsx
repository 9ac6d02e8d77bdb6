import type { EnvironmentUse } from '@bindery/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EnvironmentList } from './environment-list.tsx'

interface EnvironmentCardProps extends Omit<ComponentProps<typeof EnvironmentList>, 'environments'> {
  list: UseQueryResult<EnvironmentUse[]>
}

/** The list in all its states; it is never empty, because DEV and PROD stay. */
export function EnvironmentCard({ list, ...rest }: EnvironmentCardProps) {
  const isSlow = useLasting(list.isPending, 1000)
  return (
    <Card label={message('shell.environments')}>
      {list.data === undefined && list.error !== null ? (
        <PanelError
          title={message('environments.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.isPending && isSlow ? <SkeletonRows count={3} /> : null}
      {list.data === undefined ? null : <EnvironmentList environments={list.data} {...rest} />}
    </Card>
  )
}
