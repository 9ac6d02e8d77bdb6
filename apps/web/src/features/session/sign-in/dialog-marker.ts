// Whether the notice over the sign-in form was dismissed on this browser.
import { browserStorage } from '../../../lib/storage.ts'

const marker = 'customLoginDialogDismissed'

/** A permanent notice is shown always, and makes earlier dismissals void. */
export function shouldShowDialog(
  { enabled, permanent }: { enabled: boolean; permanent: boolean },
  storage: Pick<Storage, 'getItem' | 'removeItem'> = browserStorage,
): boolean {
  if (!enabled) return false
  if (permanent) storage.removeItem(marker)
  return permanent || storage.getItem(marker) === null
}

export const markDismissed = (storage: Pick<Storage, 'setItem'> = browserStorage) =>
  storage.setItem(marker, 'true')
