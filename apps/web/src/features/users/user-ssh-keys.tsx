import type { SshKey } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { LoadedRows } from '../../shared/loaded.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { sshKeysOf, useRemoveSshKey } from './queries.ts'
import own from './user-access.module.css'

/** The keys with which this user signs in over SSH. */
export function UserSshKeys({ name }: { name: string }) {
  const keys = useQuery(sshKeysOf(name))
  const [removing, setRemoving] = useState<SshKey | undefined>(undefined)
  return (
    <FormSection title={message('people.sshKeys')}>
      <LoadedRows query={keys} failed={message('people.sshKeysFailed')} count={1}>
        {(all) => <Keys keys={all} onRemove={setRemoving} />}
      </LoadedRows>
      {removing === undefined ? null : (
        <RemoveDialog name={name} sshKey={removing} onClose={() => setRemoving(undefined)} />
      )}
    </FormSection>
  )
}

function Keys({ keys, onRemove }: { keys: SshKey[]; onRemove: (key: SshKey) => void }) {
  if (keys.length === 0) return <p className={styles['muted']}>{message('people.noSshKeys')}</p>
  return (
    <ul className={own['list']}>
      {keys.map((key) => (
        <Key key={key.id} sshKey={key} onRemove={() => onRemove(key)} />
      ))}
    </ul>
  )
}

function Key({ sshKey, onRemove }: { sshKey: SshKey; onRemove: () => void }) {
  const { name, fingerprint, lastUsedAt } = sshKey
  return (
    <li className={own['row']}>
      <div className={own['words']}>
        {name}
        <code className={own['print']}>{fingerprint}</code>
        <span className={own['small']}>
          {lastUsedAt === null ? message('people.neverUsed') : <When at={lastUsedAt} />}
        </span>
      </div>
      <Button
        look="plain"
        size={28}
        aria-label={message('people.removeSshKeyWhat', { what: name })}
        onClick={onRemove}
      >
        {message('people.removeSshKey')}
      </Button>
    </li>
  )
}

interface RemoveProps {
  name: string
  sshKey: SshKey
  onClose: () => void
}

function RemoveDialog({ name, sshKey, onClose }: RemoveProps) {
  const remove = useRemoveSshKey()
  const done = () => {
    notify('success', message('people.sshKeyRemoved'))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('people.removeSshKeyTitle', { what: sshKey.name, name })}
      action={message('people.removeSshKey')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { name, id: sshKey.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      {message('people.removeSshKeyText')}
    </ConfirmDialog>
  )
}
