import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../lib/messages.ts'
import { DialogEnd } from './dialog-end.tsx'
import { Dialog } from '../ui/dialog.tsx'
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
        <DialogEnd
          error={error}
          onClose={onClose}
          look={isDanger ? 'danger' : 'filled'}
          disabled={!isReady}
          isBusy={isBusy}
        >
          {action}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
