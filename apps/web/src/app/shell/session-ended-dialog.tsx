import { useNavigate, useRouterState } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { savePath } from '../../lib/saved-path.ts'
import { changeReader } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** Says what happened, and leads through the sign-in page back to the same place. */
export function SessionEndedDialog() {
  const navigate = useNavigate()
  const href = useRouterState({ select: (state) => state.location.href })
  const signIn = async () => {
    savePath(href)
    await changeReader()
    await navigate({ to: '/login' })
  }
  return (
    <Dialog title={message('shell.sessionEnded')} canClose={false} onClose={() => undefined}>
      <p>{message('shell.sessionEndedText')}</p>
      <DialogActions>
        <Button look="filled" size={36} data-autofocus onClick={() => void signIn()}>
          {message('shell.signIn')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
