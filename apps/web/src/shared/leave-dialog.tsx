import { message } from '../lib/messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'

/** Asked on the way out of a form that holds changes. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <Dialog title={message('shared.leaveTitle')} onClose={onStay}>
    <p>{message('shared.leaveText')}</p>
    <DialogActions>
      <Button size={36} look="danger" onClick={onLeave}>
        {message('shared.leave')}
      </Button>
      <Button size={36} look="filled" data-autofocus onClick={onStay}>
        {message('shared.stay')}
      </Button>
    </DialogActions>
  </Dialog>
)
