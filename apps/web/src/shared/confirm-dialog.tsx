import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../lib/messages.ts'
import { Button, ChangeButton } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './confirm-dialog.module.css'

interface ConfirmDialogProps {
  title: string
  /** What will happen, in sentences. */
  children: ReactNode
  /** A verb and a noun, as on the button that led here. */
  action: string
  /** For what takes bytes or access away: this has to be typed first. */
  typed?: string | undefined
  isDanger?: boolean
  isBusy: boolean
  error?: Error | null
  onConfirm: () => void
  onClose: () => void
}

/** A question before something that cannot simply be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, typed, isDanger = true, isBusy, error, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const isReady = typed === undefined || text.trim() === typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onConfirm()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <div className={styles['text']}>{children}</div>
        {typed === undefined ? null : (
          <TextField
            label={message('shared.typeToConfirm', { name: typed })}
            value={text}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {error === null || error === undefined ? null : (
          <Notice look="error" isUrgent>
            {error.message}
          </Notice>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <ChangeButton
            type="submit"
            size={36}
            look={isDanger ? 'danger' : 'filled'}
            disabled={!isReady}
            isBusy={isBusy}
          >
            {action}
          </ChangeButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
