import type { Permission } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { DialogEnd } from '../../shared/dialog-end.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './permission-editor.module.css'
import { useDuplicatePermission, useRemovePermission, useUpdatePermission } from './queries.ts'

export type Deed = 'duplicate' | 'rename' | 'delete'

interface DialogProps {
  permission: Permission
  onClose: () => void
}

/** What is asked before something is done with a permission as a whole. */
export function PermissionDialog({ deed, isDirty, ...rest }: DialogProps & { deed: Deed; isDirty: boolean }) {
  if (deed === 'duplicate') return <DuplicateDialog {...rest} isDirty={isDirty} />
  return deed === 'rename' ? <RenameDialog {...rest} /> : <DeleteDialog {...rest} />
}

function DuplicateDialog({ permission, isDirty, onClose }: DialogProps & { isDirty: boolean }) {
  const open = useOpenPermission()
  const duplicate = useDuplicatePermission()
  return (
    <NameDialog
      title={message('permissions.duplicateTitle', { name: permission.name })}
      text={isDirty ? message('permissions.duplicateSaved') : undefined}
      initial={`${permission.name}-copy`}
      action={message('permissions.duplicateAction')}
      isBusy={duplicate.isPending}
      error={duplicate.error}
      onSubmit={(name) =>
        duplicate.mutate(
          { params: { name: permission.name }, body: { name } },
          { onSuccess: () => open(name) },
        )
      }
      onClose={onClose}
    />
  )
}

function RenameDialog({ permission, onClose }: DialogProps) {
  const open = useOpenPermission()
  const update = useUpdatePermission()
  return (
    <NameDialog
      title={message('permissions.renameTitle', { name: permission.name })}
      initial={permission.name}
      action={message('permissions.rename')}
      isBusy={update.isPending}
      error={update.error}
      onSubmit={(name) =>
        update.mutate(
          { params: { name: permission.name }, body: { name, sections: permission.sections } },
          { onSuccess: () => open(name) },
        )
      }
      onClose={onClose}
    />
  )
}

/** Under its new address; whatever was not saved was said to stay behind. */
function useOpenPermission() {
  const navigate = useNavigate()
  return (name: string) => {
    notify('success', message('permissions.saved', { name }))
    void navigate({ to: '/admin/management/permissions/$name/edit', params: { name }, ignoreBlocker: true })
  }
}

interface NameDialogProps {
  title: string
  text?: string | undefined
  initial: string
  action: string
  isBusy: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onClose: () => void
}

function NameDialog({ title, text, initial, action, isBusy, error, onSubmit, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [wasSent, setSent] = useState(false)
  const missing = wasSent && name.trim() === '' ? message('spec.mandatory') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={styles['dialog']} noValidate onSubmit={submit}>
        {text === undefined ? null : <p>{text}</p>}
        <TextField
          label={message('permissions.name')}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={missing ?? error?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogEnd onClose={onClose} isBusy={isBusy}>
          {action}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

function DeleteDialog({ permission, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useRemovePermission()
  const people = new Set(
    permission.sections.flatMap(({ who }) => who.map(({ kind, name }) => `${kind} ${name}`)),
  )
  const done = () => {
    notify('success', message('permissions.deleted', { name: permission.name }))
    void navigate({ to: '/admin/management/permissions', ignoreBlocker: true })
  }
  return (
    <ConfirmDialog
      title={message('permissions.deleteTitle', { name: permission.name })}
      action={message('permissions.deletePermission')}
      typed={permission.name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { name: permission.name } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{message('permissions.deleteText', { count: people.size })}</p>
    </ConfirmDialog>
  )
}
