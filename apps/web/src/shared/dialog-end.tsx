import type { ReactNode } from 'react'
import { message } from '../lib/messages.ts'
import { Button, ChangeButton } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

interface DialogEndProps {
  /** What the server said to the last try. */
  error?: { message: string } | null | undefined
  onClose: () => void
  /** The words of the button that sends the form. */
  children: ReactNode
  look?: 'filled' | 'danger'
  disabled?: boolean
  isBusy?: boolean
}

/** How a form in a dialog ends: what went wrong, the way out, and the button that sends it. */
export function DialogEnd({ error, onClose, children, look = 'filled', ...button }: DialogEndProps) {
  return (
    <>
      {error === null || error === undefined ? null : (
        <Notice look="error" isUrgent>
          {error.message}
        </Notice>
      )}
      <DialogActions>
        <Button size={36} onClick={onClose}>
          {message('shared.cancel')}
        </Button>
        <ChangeButton type="submit" size={36} look={look} {...button}>
          {children}
        </ChangeButton>
      </DialogActions>
    </>
  )
}
