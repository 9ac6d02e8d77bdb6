import type { FormEvent, ReactNode } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './care.module.css'

interface SettingsDialogProps {
  title: string
  isBusy: boolean
  error: { message: string } | null
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

export function SettingsDialog({ title, isBusy, error, onSave, onClose, children }: SettingsDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        {children}
        {error === null ? null : (
          <Notice look="error" isUrgent>
            {error.message}
          </Notice>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button type="submit" size={36} look="filled" isBusy={isBusy}>
            {message('care.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
