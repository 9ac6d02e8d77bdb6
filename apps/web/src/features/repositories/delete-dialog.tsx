import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { size } from '../../lib/numbers.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { repositoryDetails, useRemoveRepository } from './queries.ts'

interface DeleteDialogProps {
  repositoryKey: string
  onClose: () => void
  onDone?: () => void
}

/** Says what goes along before anything goes. */
export function DeleteDialog({ repositoryKey: key, onClose, onDone }: DeleteDialogProps) {
  const { data } = useQuery(repositoryDetails(key))
  const remove = useRemoveRepository()
  const confirm = () =>
    remove.mutate(
      { params: { key } },
      {
        onSuccess: () => {
          notify('success', message('repository.deleted', { key }))
          onClose()
          onDone?.()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('repository.deleteTitle', { key })}
      action={message('repository.delete')}
      typed={key}
      isBusy={remove.isPending || data === undefined}
      error={remove.error}
      onClose={onClose}
      onConfirm={confirm}
    >
      {data === undefined ? (
        <p>{message('repository.counting')}</p>
      ) : (
        <>
          <p>
            {data.kind === 'virtual'
              ? message('repository.deleteVirtual')
              : message('repository.deleteFiles', { count: data.files ?? 0, size: size(data.bytes ?? 0) })}
          </p>
          {data.usedBy.length === 0 ? null : (
            <p>{message('repository.deleteUsedBy', { names: data.usedBy.join(', ') })}</p>
          )}
          {data.permissions === 0 ? null : (
            <p>{message('repository.deletePermissions', { count: data.permissions })}</p>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
