import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useEnvironmentChanges } from './changes.ts'
import styles from './environments.module.css'

interface NameDialogProps {
  project?: string | undefined
  /** Left out for a new one. */
  renamed?: string
  onClose: () => void
}

// As the server checks it.
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

/** A new environment, or a new name for one. Those of a project begin with its key. */
export function NameDialog({ project, renamed, onClose }: NameDialogProps) {
  const prefix = project === undefined ? '' : `${project}-`
  const [text, setText] = useState((renamed ?? prefix).slice(prefix.length))
  const [mistake, setMistake] = useState<string | undefined>(undefined)
  const changes = useEnvironmentChanges(project)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const name = `${prefix}${text.trim()}`
    if (text.trim() === '') return setMistake(message('spec.mandatory'))
    if (!pattern.test(name)) return setMistake(message('spec.namePattern'))
    try {
      await (renamed === undefined ? changes.create(name) : changes.rename(renamed, name))
      notify('success', message('environments.saved', { name }))
      return onClose()
    } catch (error) {
      return setMistake(error instanceof Error ? error.message : undefined)
    }
  }
  const title =
    renamed === undefined
      ? message('environments.new')
      : message('environments.renameTitle', { name: renamed })
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={message('environments.name')}
          description={
            prefix === ''
              ? message('environments.nameHelp')
              : message('environments.fullName', { name: `${prefix}${text.trim()}` })
          }
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={32 - prefix.length}
          value={text}
          error={mistake}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setMistake(undefined)
          }}
        />
        <DialogEnd onClose={onClose} isBusy={changes.isBusy}>
          {message(renamed === undefined ? 'environments.create' : 'environments.rename')}
        </DialogEnd>
      </form>
    </Dialog>
  )
}
