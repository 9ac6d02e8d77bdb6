// Deleting, and taking it back.
import type { TreeRoot } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { idOf, nameOf, type Spot } from '../address.ts'
import { refreshPlaces } from '../refresh.ts'
import { removeItem, restoreItem, trashKey } from '../wire.ts'

interface Removal {
  /** It does not go to the trash can. */
  isFinal: boolean
  /** Whoever deletes it may also put it back. */
  canUndo: boolean
}

export function removalOf(spots: readonly Spot[], roots: readonly TreeRoot[]): Removal {
  const concerned = spots.map(({ repository }) => roots.find(({ key }) => key === repository))
  return {
    isFinal: concerned.some((root) => root?.keepsDeleted !== true),
    canUndo: concerned.every((root) => root?.keepsDeleted === true && root.can['deploy'] === true),
  }
}

export const nameOfAll = (spots: readonly Spot[]) =>
  spots.length === 1 ? nameOf(spots[0]?.path ?? '') : String(spots.length)

export function useRemoval(spots: Spot[], { canUndo }: Removal, onDone: () => void) {
  return useMutation({
    mutationFn: async () => {
      for (const spot of spots) await removeItem(spot)
    },
    onSuccess: () => {
      notify('success', message('artifacts.deleted', { count: spots.length, name: nameOfAll(spots) }), {
        ...(canUndo
          ? {
              action: { label: message('artifacts.undo'), run: () => void undo(spots) },
              duration: undoTime,
            }
          : {}),
      })
      onDone()
    },
    onSettled: () => refreshPlaces([...spots.map(({ repository }) => repository), trashKey]),
  })
}

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
