import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useRemoveReplication } from './queries.ts'

interface RemoveReplicationProps {
  repositoryKey: string
  /** Empty for one that fills the repository from its upstream. */
  url: string
  onClose: () => void
}

/** Asks first: its password is gone with it. */
export function RemoveReplication({ repositoryKey: key, url, onClose }: RemoveReplicationProps) {
  const remove = useRemoveReplication()
  const confirm = () =>
    remove.mutate(
      { params: { key }, query: { url } },
      {
        onSuccess() {
          notify('success', message('repository.replicationRemoved'))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('repository.removeReplicationTitle')}
      action={message('repository.removeReplicationAction')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{message('repository.removeReplicationText')}</p>
    </ConfirmDialog>
  )
}
