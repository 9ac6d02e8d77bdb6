import type { EnvironmentUse } from '@bindery/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { message } from '../../lib/messages.ts'
import { LoadedRows } from '../../shared/loaded.tsx'
import { Card } from '../../ui/card.tsx'
import { EnvironmentList } from './environment-list.tsx'

interface EnvironmentCardProps extends Omit<ComponentProps<typeof EnvironmentList>, 'environments'> {
  list: UseQueryResult<EnvironmentUse[]>
}

/** The list in all its states; it is never empty, because DEV and PROD stay. */
export function EnvironmentCard({ list, ...rest }: EnvironmentCardProps) {
  return (
    <Card label={message('shell.environments')}>
      <LoadedRows query={list} failed={message('environments.failed')} count={3}>
        {(environments) => <EnvironmentList environments={environments} {...rest} />}
      </LoadedRows>
    </Card>
  )
}
