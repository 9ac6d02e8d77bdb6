import type { ListedToken } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { TokenEnd } from '../../shared/token-end.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'
import styles from './profile.module.css'
import { ownTokens, useRevokeTokens } from './queries.ts'

export function OwnTokens({ name }: { name: string }) {
  const list = useQuery(ownTokens)
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ListedToken[] | undefined>(undefined)
  const rows = list.data?.tokens ?? []
  const ending = list.data?.endingSoon.length ?? 0
  return (
    <FormSection
      id="tokens"
      title={message('profile.tokens')}
      text={message('profile.tokensText')}
      aside={
        <span className={styles['actions']}>
          {rows.length > 1 ? (
            <Button size={28} onClick={() => setRevoking(rows)}>
              {message('profile.revokeAll')}
            </Button>
          ) : null}
          <Button size={28} icon={PlusIcon} onClick={() => setCreating(true)}>
            {message('profile.createToken')}
          </Button>
        </span>
      }
    >
      {list.error !== null && list.data === undefined ? (
        <PanelError
          title={message('profile.tokensFailed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {ending > 0 ? <Notice look="warn">{message('profile.endingSoon', { count: ending })}</Notice> : null}
      {list.data !== undefined && rows.length === 0 ? (
        <p className={styles['muted']}>{message('profile.noTokens')}</p>
      ) : null}
      {rows.length === 0 ? null : <TokenRows rows={rows} onRevoke={(token) => setRevoking([token])} />}
      {isCreating ? <NewTokenDialog name={name} onClose={() => setCreating(false)} /> : null}
      {revoking === undefined ? null : (
        <RevokeDialog tokens={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </FormSection>
  )
}

function TokenRows({ rows, onRevoke }: { rows: ListedToken[]; onRevoke: (token: ListedToken) => void }) {
  return (
    <SimpleTable
      label={message('profile.tokens')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={columnsFor(onRevoke)}
    />
  )
}

const columnsFor = (onRevoke: (token: ListedToken) => void) => [
  {
    header: message('profile.description'),
    cell: (token: ListedToken) => <span className={styles['wrapped']}>{describe(token)}</span>,
  },
  { header: message('profile.scope'), cell: ({ scopeInWords }: ListedToken) => scopeInWords },
  { header: message('profile.created'), cell: ({ createdAt }: ListedToken) => <When at={createdAt} /> },
  {
    header: message('profile.lastUsed'),
    cell: ({ lastUsedAt }: ListedToken) =>
      lastUsedAt === null ? message('profile.never') : <When at={lastUsedAt} />,
  },
  { header: message('profile.expires'), cell: (token: ListedToken) => <TokenEnd token={token} /> },
  {
    header: message('profile.actions'),
    cell: (token: ListedToken) => (
      <Button
        look="plain"
        size={28}
        aria-label={message('profile.revokeWhat', { what: describe(token) })}
        onClick={() => onRevoke(token)}
      >
        {message('profile.revoke')}
      </Button>
    ),
  },
]

function RevokeDialog({ tokens, onClose }: { tokens: ListedToken[]; onClose: () => void }) {
  const revoke = useRevokeTokens()
  const run = () =>
    revoke.mutate(
      { body: { ids: tokens.map(({ id }) => id) } },
      {
        onSuccess: ({ revoked }) => {
          notify('success', message('profile.revoked', { count: revoked }))
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('profile.revokeTitle', { count: tokens.length })}
      action={message('profile.revoke')}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{message('profile.revokeText')}</p>
    </ConfirmDialog>
  )
}

const describe = ({ description, id }: ListedToken) => (description === '' ? id : description)
