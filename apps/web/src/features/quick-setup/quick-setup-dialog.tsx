import { message } from '../../lib/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { QuickSetup } from './quick-setup.tsx'

/** Over the page; closing forgets what was chosen. */
export function QuickSetupDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={message('shell.quickSetup')} width={640} onClose={onClose}>
      <QuickSetup onDone={onClose} />
    </Dialog>
  )
}
