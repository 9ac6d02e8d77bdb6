import type { License } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { nameOf } from './license-table.tsx'
import { useRemoveLicense } from './queries.ts'

export function RemoveDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const remove = useRemoveLicense()
  const confirm = () =>
    remove.mutate(
      { params: { id: license.id } },
      {
        onSuccess: () => {
          onClose()
          notify('success', message('licenses.removed'))
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('licenses.askRemove', { key: nameOf(license) })}
      action={message('licenses.remove')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{message(license.isActive ? 'licenses.removeActive' : 'licenses.removeOther')}</p>
    </ConfirmDialog>
  )
}
