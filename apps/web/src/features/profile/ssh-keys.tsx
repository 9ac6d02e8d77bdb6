import type { SshKey, SshServer } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { NewSshKeyDialog } from './new-ssh-key-dialog.tsx'
import styles from './profile.module.css'
import { ownSshKeys, useRemoveSshKey } from './queries.ts'

export function SshKeys() {
  const list = useQuery(ownSshKeys)
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<SshKey | undefined>(undefined)
  const { keys = [], server } = list.data ?? {}
  return (
    <FormSection
      id="ssh-keys"
      title={message('profile.sshKeys')}
      text={message('profile.sshText')}
      aside={
        <Button size={28} icon={PlusIcon} onClick={() => setAdding(true)}>
          {message('profile.addSshKey')}
        </Button>
      }
    >
      {list.error !== null && list.data === undefined ? (
        <PanelError
          title={message('profile.sshFailed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {server === null ? <Notice look="info">{message('profile.sshOff')}</Notice> : null}
      {list.data !== undefined && keys.length === 0 ? (
        <p className={styles['muted']}>{message('profile.noSshKeys')}</p>
      ) : null}
      {keys.length === 0 ? null : (
        <SimpleTable
          label={message('profile.sshKeys')}
          rows={keys}
          rowKey={({ id }) => id}
          columns={columnsFor(setRemoving)}
        />
      )}
      {server === null || server === undefined ? null : <Where server={server} />}
      {isAdding ? <NewSshKeyDialog onClose={() => setAdding(false)} /> : null}
      {removing === undefined ? null : (
        <RemoveDialog sshKey={removing} onClose={() => setRemoving(undefined)} />
      )}
    </FormSection>
  )
}

/** What a client is told, and what to compare when it asks whether it is the right server. */
function Where({ server: { port, fingerprint } }: { server: SshServer }) {
  const address = `ssh://${globalThis.location.hostname}:${port}`
  return (
    <>
      <Facts
        facts={[
          { label: message('profile.sshAddress'), value: <code>{address}</code> },
          {
            label: message('profile.sshHostKey'),
            value: <code className={styles['wrapped']}>{fingerprint}</code>,
          },
        ]}
      />
      <CodeLines
        what={message('profile.sshCommand')}
        lines={[`jf config add --url ${address} --ssh-key-path ~/.ssh/id_ed25519`]}
      />
    </>
  )
}

const columnsFor = (onRemove: (key: SshKey) => void) => [
  {
    header: message('profile.sshKey'),
    cell: ({ name, fingerprint }: SshKey) => (
      <>
        {name}
        <code className={styles['print']}>{fingerprint}</code>
      </>
    ),
  },
  {
    header: message('profile.sshKind'),
    cell: ({ type, bits }: SshKey) => kindOf(type, bits),
    isExtra: true,
  },
  {
    header: message('profile.created'),
    cell: ({ createdAt }: SshKey) => <When at={createdAt} />,
    isExtra: true,
  },
  {
    header: message('profile.lastUsed'),
    cell: ({ lastUsedAt }: SshKey) =>
      lastUsedAt === null ? message('profile.never') : <When at={lastUsedAt} />,
  },
  {
    header: message('profile.actions'),
    cell: (key: SshKey) => (
      <Button
        look="plain"
        size={28}
        aria-label={message('profile.sshRemoveWhat', { what: key.name })}
        onClick={() => onRemove(key)}
      >
        {message('profile.sshRemove')}
      </Button>
    ),
  },
]

function RemoveDialog({ sshKey, onClose }: { sshKey: SshKey; onClose: () => void }) {
  const remove = useRemoveSshKey()
  const run = () =>
    remove.mutate(
      { params: { id: sshKey.id } },
      {
        onSuccess: () => {
          notify('success', message('profile.sshRemoved'))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('profile.sshRemoveTitle', { what: sshKey.name })}
      action={message('profile.sshRemove')}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{message('profile.sshRemoveText')}</p>
    </ConfirmDialog>
  )
}

/** As people call them: Ed25519, ECDSA 256, RSA 4096. */
const kindOf = (type: string, bits: number) =>
  type === 'ssh-ed25519' ? 'Ed25519' : `${type === 'ssh-rsa' ? 'RSA' : 'ECDSA'} ${bits}`
