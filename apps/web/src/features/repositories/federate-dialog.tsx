import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useFederate } from './queries.ts'

/** There is no way back: a federated repository stays one. */
export function FederateDialog({
  repositoryKey: key,
  onClose,
}: {
  repositoryKey: string
  onClose: () => void
}) {
  const federate = useFederate()
  const confirm = () =>
    federate.mutate(
      { params: { key } },
      {
        onSuccess: () => {
          notify('success', message('repository.madeFederated', { key }))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('repository.federateTitle', { key })}
      action={message('repository.federate')}
      isDanger={false}
      isBusy={federate.isPending}
      error={federate.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{message('repository.federateText')}</p>
    </ConfirmDialog>
  )
}
