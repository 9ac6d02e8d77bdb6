import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { Button, ChangeButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './care.module.css'

interface SettingsDialogProps<T extends object> {
  title: string
  saved: T
  save: { isPending: boolean; error: { message: string } | null; mutate: (input: { body: T }) => void }
  onClose: () => void
  /** The fields, over what is typed so far. */
  children: (draft: T, change: (part: Partial<T>) => void) => ReactNode
}

/** The settings of one task: typed, saved as a whole, refused in words. */
export function SettingsDialog<T extends object>(props: SettingsDialogProps<T>) {
  const { title, saved, save, onClose, children } = props
  const [draft, setDraft] = useState(saved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ body: draft })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        {children(draft, (part) => setDraft({ ...draft, ...part }))}
        {save.error === null ? null : (
          <Notice look="error" isUrgent>
            {save.error.message}
          </Notice>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <ChangeButton type="submit" size={36} look="filled" isBusy={save.isPending}>
            {message('care.save')}
          </ChangeButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}
