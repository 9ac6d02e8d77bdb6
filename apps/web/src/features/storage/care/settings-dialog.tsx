import { type FormEvent, type ReactNode, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { DialogEnd } from '../../../shared/dialog-end.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
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
        <DialogEnd error={save.error} onClose={onClose} isBusy={save.isPending}>
          {message('care.save')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
