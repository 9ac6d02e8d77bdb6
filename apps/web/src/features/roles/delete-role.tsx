import type { RoleUse } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useRoleChanges } from './changes.ts'

interface DeleteRoleProps {
  role: RoleUse
  project: string | undefined
  onDeleted: () => void
  onClose: () => void
}

export function DeleteRole({ role, project, onDeleted, onClose }: DeleteRoleProps) {
  const changes = useRoleChanges(project)
  const [error, setError] = useState<Error | null>(null)
  const confirm = async () => {
    try {
      await changes.remove(role.name)
      notify('success', message('roles.deleted', { name: role.name }))
      onClose()
      onDeleted()
    } catch (refusal) {
      if (refusal instanceof Error) setError(refusal)
    }
  }
  return (
    <ConfirmDialog
      title={message('roles.deleteTitle', { name: role.name })}
      action={message('roles.delete')}
      isBusy={changes.isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {role.holders === 0
          ? message('roles.deleteUnused')
          : message('roles.deleteUsed', { count: role.holders })}
      </p>
    </ConfirmDialog>
  )
}
