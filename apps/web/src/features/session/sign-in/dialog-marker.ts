// Whether the notice over the sign-in form was dismissed on this browser.
const marker = 'customLoginDialogDismissed'

/** A permanent notice is shown always, and makes earlier dismissals void. */
export function shouldShowDialog(
  { enabled, permanent }: { enabled: boolean; permanent: boolean },
  storage: Pick<Storage, 'getItem' | 'removeItem'> = localStorage,
): boolean {
  if (!enabled) return false
  if (permanent) storage.removeItem(marker)
  return permanent || storage.getItem(marker) === null
}

export const markDismissed = (storage: Pick<Storage, 'setItem'> = localStorage) =>
  storage.setItem(marker, 'true')
