import type { IdentityToken } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { SecretOnce } from '../../shared/secret-once.tsx'
import { lifeOptions, usualLife } from '../../shared/token-life.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './profile.module.css'
import { useCreateToken } from './queries.ts'

export function NewTokenDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const create = useCreateToken()
  const [description, setDescription] = useState('')
  const [life, setLife] = useState(usualLife)
  const [made, setMade] = useState<IdentityToken | undefined>(undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { expiresIn: Number(life), description: description.trim() }
    create.mutate({ params: { name }, body }, { onSuccess: setMade })
  }
  if (made !== undefined)
    return (
      <Dialog title={message('profile.madeTitle')} onClose={onClose}>
        <div className={styles['form']}>
          <SecretOnce
            secrets={[
              { label: message('profile.identityToken'), value: made.token },
              { label: message('profile.shortToken'), value: made.referenceToken },
            ]}
          />
          <DialogActions>
            <Button look="filled" size={36} onClick={onClose}>
              {message('profile.done')}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={message('profile.createTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{message('profile.createText')}</p>
        <TextField
          label={message('profile.description')}
          description={message('profile.descriptionHelp')}
          maxLength={1024}
          data-autofocus
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <SelectField
          label={message('profile.expires')}
          options={lifeOptions()}
          value={life}
          onChange={setLife}
        />
        <DialogEnd error={create.error} onClose={onClose} isBusy={create.isPending}>
          {message('profile.createToken')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
