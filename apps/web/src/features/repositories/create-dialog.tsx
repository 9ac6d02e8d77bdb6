import { repositoryKeyPattern } from '@bindery/contracts'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useFormats } from '../../shared/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './create-dialog.module.css'
import { useCreateRepository } from './queries.ts'

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const formats = useFormats()
  const create = useCreateRepository()
  const [key, setKey] = useState('')
  const [format, setFormat] = useState(
    formats.some(({ id }) => id === 'npm') ? 'npm' : (formats[0]?.id ?? ''),
  )
  const [description, setDescription] = useState('')
  const [mistake, setMistake] = useState<string | undefined>(undefined)
  // Once wrong, the message follows the typing; it must not go away under a click on the button below.
  const change = (text: string) => {
    setKey(text)
    if (mistake !== undefined) setMistake(checkKey(text))
    if (create.error !== null) create.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = checkKey(key)
    setMistake(wrong)
    if (wrong !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>('[name="key"]')?.focus()
      return
    }
    const done = () => {
      notify('success', message('repositories.created', { key }))
      onClose()
    }
    create.mutate({ body: { key, kind: 'local', format, description } }, { onSuccess: done })
  }
  const { error } = create
  const failure = error?.message
  const isKeyWrong = error?.field === 'key' || error?.code === 'conflict'
  return (
    <Dialog title={message('repositories.createTitle')} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <p className={styles['lead']}>{message('repositories.createText')}</p>
        <TextField
          name="key"
          label={message('repositories.key')}
          description={message('repositories.keyHelp')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={key}
          error={mistake ?? (isKeyWrong ? failure : undefined)}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => setMistake(key === '' ? undefined : checkKey(key))}
        />
        <SelectField
          label={message('repositories.type')}
          options={formats.map(({ id, label }) => ({ value: id, label }))}
          value={format}
          onChange={setFormat}
        />
        <TextField
          label={message('repositories.description')}
          maxLength={1000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {failure === undefined || isKeyWrong ? null : (
          <p className={styles['failure']} role="alert">
            {failure}
          </p>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button type="submit" look="filled" size={36} isBusy={create.isPending}>
            {message('repositories.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function checkKey(key: string): string | undefined {
  if (key === '') return message('spec.mandatory')
  return repositoryKeyPattern.test(key) ? undefined : message('spec.namePattern')
}
