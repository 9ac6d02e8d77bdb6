import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { DialogEnd } from '../../../shared/dialog-end.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { linkTo, type Spot } from '../address.ts'
import styles from '../item.module.css'
import { refreshPlaces } from '../refresh.ts'
import { createFolder } from '../wire.ts'

export function FolderDialog({ parent, onClose }: { parent: Spot; onClose: () => void }) {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const path = [parent.path, name.trim()].filter((part) => part !== '').join('/')
  const spot = { repository: parent.repository, path }
  const make = useMutation({
    mutationFn: () => createFolder(spot),
    onSuccess: async () => {
      await refreshPlaces([parent.repository])
      onClose()
      void navigate(linkTo(spot))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') make.mutate()
  }
  return (
    <Dialog title={message('artifacts.newFolder')} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <TextField
          label={message('artifacts.folderName')}
          value={name}
          error={make.error?.message}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogEnd onClose={onClose} disabled={name.trim() === ''} isBusy={make.isPending}>
          {message('artifacts.createFolder')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
