import type { TreeRoot } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { idOf, nameOf, type Spot } from '../address.ts'
import { refreshPlaces } from '../refresh.ts'
import { removeItem, restoreItem } from '../wire.ts'

interface RemoveDialogProps {
  spots: Spot[]
  roots: TreeRoot[]
  onClose: () => void
  onDone: () => void
}

/** To the trash can, from which it comes back with one click; without one, for good, and then the name has to be typed. */
export function RemoveDialog({ spots, roots, onClose, onDone }: RemoveDialogProps) {
  const trash = roots.find(({ kind }) => kind === 'trash')
  const isFinal = trash === undefined || spots.some(({ repository }) => repository === trash.key)
  const name = spots.length === 1 ? nameOf(spots[0]?.path ?? '') : String(spots.length)
  const remove = useMutation({
    mutationFn: async () => {
      for (const spot of spots) await removeItem(spot)
    },
    onSuccess: () => {
      notify('success', message('artifacts.deleted', { count: spots.length, name }), {
        ...(isFinal
          ? {}
          : {
              action: { label: message('artifacts.undo'), run: () => void undo(spots) },
              duration: undoTime,
            }),
      })
      onClose()
      onDone()
    },
    onSettled: () =>
      refreshPlaces([...spots.map(({ repository }) => repository), ...(trash ? [trash.key] : [])]),
  })
  return (
    <ConfirmDialog
      title={message('artifacts.deleteTitle', { count: spots.length, name })}
      action={message('artifacts.delete')}
      typed={isFinal ? name : undefined}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{message(isFinal ? 'artifacts.deleteFinal' : 'artifacts.deleteText')}</p>
      <ul>
        {spots.slice(0, mostNamed).map((spot) => (
          <li key={idOf(spot)}>
            <code>{idOf(spot)}</code>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

const mostNamed = 5
/** Long enough to see what one has done. */
const undoTime = 8000

async function undo(spots: Spot[]) {
  try {
    for (const spot of spots) await restoreItem(idOf(spot), idOf(spot))
    notify('success', message('artifacts.restored'))
  } catch (error) {
    notify('error', error instanceof Error ? error.message : String(error))
  }
  await refreshPlaces(spots.map(({ repository }) => repository))
}
