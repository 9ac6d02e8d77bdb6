import { isClassic } from '../../lib/density.ts'
import { message } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'

/** Asks before the navigation changes its shape; the page that is open stays open. */
export function ClassicDialog({ onClose }: { onClose: () => void }) {
  const isOn = useStore(isClassic)
  const change = () => {
    isClassic.set(!isOn)
    onClose()
  }
  return (
    <ConfirmDialog
      title={message(isOn ? 'shell.newTitle' : 'shell.classicTitle')}
      action={message(isOn ? 'spec.toNew' : 'spec.toClassic')}
      isDanger={false}
      isBusy={false}
      onConfirm={change}
      onClose={onClose}
    >
      <p>{message(isOn ? 'shell.newText' : 'shell.classicText')}</p>
    </ConfirmDialog>
  )
}
