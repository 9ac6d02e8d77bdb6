import type { TreeRoot } from '@bindery/contracts'
import { message } from '../../../lib/messages.ts'
import { ConfirmDialog } from '../../../shared/confirm-dialog.tsx'
import { idOf, type Spot } from '../address.ts'
import { nameOfAll, removalOf, useRemoval } from './removal.ts'

interface RemoveDialogProps {
  spots: Spot[]
  roots: TreeRoot[]
  onClose: () => void
  onDone: () => void
}

/** To the trash can, from which it comes back with one click; without one, for good, and then the name has to be typed. */
export function RemoveDialog({ spots, roots, onClose, onDone }: RemoveDialogProps) {
  const removal = removalOf(spots, roots)
  const { isFinal, canUndo } = removal
  const name = nameOfAll(spots)
  const remove = useRemoval(spots, removal, () => {
    onClose()
    onDone()
  })
  return (
    <ConfirmDialog
      title={message(titleOf(spots.length, isFinal), { count: spots.length, name })}
      action={message(isFinal ? 'artifacts.deleteForGood' : 'artifacts.delete')}
      typed={isFinal ? name : undefined}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {message(
          isFinal ? 'artifacts.deleteFinal' : canUndo ? 'artifacts.deleteText' : 'artifacts.deleteTextOthers',
        )}
      </p>
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

function titleOf(count: number, isFinal: boolean) {
  if (count === 1) return isFinal ? 'artifacts.deleteOneForGood' : 'artifacts.deleteOne'
  return isFinal ? 'artifacts.deleteManyForGood' : 'artifacts.deleteMany'
}

const mostNamed = 5
