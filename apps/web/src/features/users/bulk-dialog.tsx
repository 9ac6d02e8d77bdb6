// Asks before something is done to users, one or many; says afterwards whom it could not be done to, and why.
import type { Output, userBulkActions, users } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message, type MessageId } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { usePrincipals } from '../../shared/access/principals.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { deletionPreview, useBulk } from './queries.ts'
import styles from './users-screen.module.css'

export type BulkAction = (typeof userBulkActions)[number]
type Result = Output<(typeof users)['bulk']['shape']>

export const bulkLabels: Record<BulkAction, MessageId> = {
  'add-to-group': 'people.addToGroup',
  'remove-from-group': 'people.removeFromGroup',
  disable: 'people.disable',
  enable: 'people.enable',
  unlock: 'people.unlock',
  'expire-password': 'people.expirePassword',
  'revoke-tokens': 'people.revokeTokens',
  'reset-second-factor': 'people.resetSecondFactor',
  delete: 'people.deleteUsers',
}

const consequences: Record<BulkAction, MessageId> = {
  'add-to-group': 'people.addToGroupText',
  'remove-from-group': 'people.removeFromGroupText',
  disable: 'people.disableText',
  enable: 'people.enableText',
  unlock: 'people.unlockText',
  'expire-password': 'people.expirePasswordText',
  'revoke-tokens': 'people.revokeTokensText',
  'reset-second-factor': 'people.resetSecondFactorText',
  delete: 'people.deleteText',
}

const harmless: BulkAction[] = ['add-to-group', 'enable', 'unlock']

interface BulkDialogProps {
  action: BulkAction
  names: string[]
  onDone: () => void
  onClose: () => void
}

export function BulkDialog({ action, names, onDone, onClose }: BulkDialogProps) {
  const bulk = useBulk(action === 'delete')
  const [group, setGroup] = useState('')
  const [result, setResult] = useState<Result | undefined>(undefined)
  const needsGroup = action === 'add-to-group' || action === 'remove-from-group'
  const finish = (answer: Result) => {
    if (answer.done.length > 0) {
      notify(
        'success',
        message('people.bulkDone', { action: message(bulkLabels[action]), count: answer.done.length }),
      )
    }
    if (answer.refused.length > 0) {
      setResult(answer)
      return
    }
    onClose()
    onDone()
  }
  const run = () => {
    if (needsGroup && group === '') return
    bulk.mutate({ body: { names, action, ...(needsGroup ? { group } : {}) } }, { onSuccess: finish })
  }
  if (result !== undefined) return <RefusedDialog result={result} onClose={onClose} />
  const who = names.length === 1 ? (names[0] ?? '') : message('people.users', { count: names.length })
  return (
    <ConfirmDialog
      title={message('people.bulkTitle', { action: message(bulkLabels[action]), who })}
      action={message(bulkLabels[action])}
      typed={action === 'delete' ? who : undefined}
      isDanger={!harmless.includes(action)}
      isBusy={bulk.isPending}
      error={bulk.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{message(consequences[action], { who })}</p>
      {needsGroup ? <GroupChoice value={group} onChange={setGroup} /> : null}
      {action === 'delete' ? <Losses names={names} /> : null}
    </ConfirmDialog>
  )
}

function GroupChoice({ value, onChange }: { value: string; onChange: (group: string) => void }) {
  const [text, setText] = useState('')
  const options = usePrincipals(text, 'group')
  return (
    <PickField
      label={message('people.group')}
      query={value === '' ? text : value}
      onQuery={(typed) => {
        setText(typed)
        onChange('')
      }}
      options={options}
      onPick={(id) => onChange(id.slice('group:'.length))}
      empty={message('people.noGroup')}
    />
  )
}

/** What goes with them, from the server. */
function Losses({ names }: { names: string[] }) {
  const preview = useQuery(deletionPreview(names)).data
  if (preview === undefined) return null
  const tokens = preview.reduce((sum, one) => sum + one.tokens, 0)
  const permissions = new Set(preview.flatMap((one) => one.permissions))
  const refused = preview.filter(({ refusal }) => refusal !== null)
  return (
    <>
      <ul>
        <li>{message('people.losesTokens', { count: tokens })}</li>
        <li>
          {message('people.losesPermissions', {
            count: permissions.size,
            names: [...permissions].slice(0, 5).join(', '),
          })}
        </li>
      </ul>
      {refused.map(({ name, refusal }) => (
        <Notice key={name} look="warn">
          {refusal}
        </Notice>
      ))}
    </>
  )
}

function RefusedDialog({ result, onClose }: { result: Result; onClose: () => void }) {
  return (
    <Dialog title={message('people.refusedTitle', { count: result.refused.length })} onClose={onClose}>
      <ul className={styles['refused']}>
        {result.refused.map(({ name, why }) => (
          <li key={name}>
            <strong>{name}</strong>: {why}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button size={36} look="filled" onClick={onClose}>
          {message('shared.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
