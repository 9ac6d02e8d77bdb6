import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'
import { useAddSshKey } from './queries.ts'

export function NewSshKeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddSshKey()
  const [key, setKey] = useState('')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { body: { key: key.trim(), name: name.trim() } },
      {
        onSuccess: () => {
          notify('success', message('profile.sshAdded'))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog title={message('profile.addSshTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{message('profile.addSshText')}</p>
        <TextArea
          label={message('profile.sshKeyField')}
          description={message('profile.sshKeyHelp')}
          placeholder="ssh-ed25519 AAAA…"
          className={styles['sshKey']}
          rows={4}
          required
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextField
          label={message('profile.sshName')}
          description={message('profile.sshNameHelp')}
          maxLength={128}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogEnd error={add.error} onClose={onClose} isBusy={add.isPending} disabled={key.trim() === ''}>
          {message('profile.addSshKey')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
