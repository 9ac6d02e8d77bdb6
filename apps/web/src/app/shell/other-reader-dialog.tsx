import { useRouterState } from '@tanstack/react-router'
import { keepDrafts } from '../../lib/kept-draft.ts'
import { message } from '../../lib/messages.ts'
import { otherReader } from '../../lib/other-reader.ts'
import { readerName } from '../../lib/reader.ts'
import { savePath } from '../../lib/saved-path.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** Another tab signed in as somebody else: nothing more is done here in a name that is not the page's own. */
export function OtherReaderDialog() {
  const other = useStore(otherReader)
  const href = useRouterState({ select: (state) => state.location.href })
  if (other === undefined) return null
  const signInAgain = () => {
    savePath(href)
    keepDrafts()
    location.assign('/ui/login?logout=true')
  }
  return (
    <Dialog title={message('shell.otherReader', { name: other })} canClose={false} onClose={() => undefined}>
      <p>{message('shell.otherReaderText', { name: other, before: readerName() ?? '' })}</p>
      <DialogActions>
        <Button size={36} onClick={signInAgain}>
          {message('shell.otherReaderBack', { name: readerName() ?? '' })}
        </Button>
        <Button look="filled" size={36} data-autofocus onClick={() => location.reload()}>
          {message('shell.otherReaderGoOn', { name: other })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
