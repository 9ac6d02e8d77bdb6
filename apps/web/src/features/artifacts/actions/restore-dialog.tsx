import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { linkTo, nameOf, readSpot } from '../address.ts'
import { refreshPlaces } from '../refresh.ts'
import { restoreItem, trashKey } from '../wire.ts'

/** In the trash can a path begins with where it came from, which is where it goes back to unless told otherwise. */
export function RestoreDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const [to, setTo] = useState(path)
  const navigate = useNavigate()
  const restore = useMutation({
    mutationFn: () => restoreItem(path, to),
    onSuccess: async () => {
      const spot = readSpot(to)
      notify('success', message('artifacts.restored'))
      onClose()
      // Away from where it is no more, before that is asked for again.
      if (spot !== undefined) await navigate(linkTo(spot))
      await refreshPlaces([trashKey, spot?.repository ?? ''])
    },
  })
  return (
    <ConfirmDialog
      title={message('artifacts.restoreOne', { name: nameOf(path) })}
      action={message('artifacts.restore')}
      isDanger={false}
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      <TextField
        label={message('artifacts.restoreTo')}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
