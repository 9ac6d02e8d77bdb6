import type { EnvironmentUse } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useEnvironmentChanges } from './changes.ts'

interface DeleteEnvironmentProps {
  environment: EnvironmentUse
  project: string | undefined
  onClose: () => void
}

export function DeleteEnvironment({ environment, project, onClose }: DeleteEnvironmentProps) {
  const { name, repositories, roles } = environment
  const changes = useEnvironmentChanges(project)
  const [error, setError] = useState<Error | null>(null)
  const confirm = async () => {
    try {
      await changes.remove(name)
      notify('success', message('environments.deleted', { name }))
      onClose()
    } catch (refusal) {
      if (refusal instanceof Error) setError(refusal)
    }
  }
  return (
    <ConfirmDialog
      title={message('environments.deleteTitle', { name })}
      action={message('environments.delete')}
      isBusy={changes.isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {repositories + roles === 0
          ? message('environments.deleteUnused')
          : message('environments.deleteUsed')}
      </p>
    </ConfirmDialog>
  )
}
