import type { Invitation } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Empty } from '../../shared/empty.tsx'
import { NameChips } from '../../shared/name-chips.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { When } from '../../shared/when.tsx'
import { exactTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SimpleTable } from '../../ui/simple-table.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { invitationList, useResendInvitation, useRevokeInvitation } from './queries.ts'

/** Who was asked to come and has not come yet. */
export function Invitations({ onInvite }: { onInvite: () => void }) {
  const list = useQuery(invitationList)
  const isSlow = useLasting(list.isPending, 1000)
  const resend = useResendInvitation()
  const [revoking, setRevoking] = useState<Invitation | undefined>(undefined)
  if (list.error !== null) {
    return (
      <Card fills>
        <PanelError
          title={message('people.invitationsFailed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      </Card>
    )
  }
  if (list.data === undefined) return <Card fills>{isSlow ? <SkeletonRows /> : null}</Card>
  if (list.data.length === 0) {
    return (
      <Card fills>
        <Empty title={message('people.noInvitations')} text={message('people.noInvitationsText')}>
          <Button look="plain" onClick={onInvite}>
            {message('people.invite')}
          </Button>
        </Empty>
      </Card>
    )
  }
  const again = ({ id, email }: Invitation) =>
    resend.mutate(
      { params: { id } },
      {
        onSuccess: () => notify('success', message('people.invitedNotice', { email })),
        onError: (error) => notify('error', error.message),
      },
    )
  return (
    <Card>
      <SimpleTable
        label={message('people.invitations')}
        rows={list.data}
        rowKey={({ id }) => id}
        columns={columnsFor(again, setRevoking)}
      />
      {revoking === undefined ? null : (
        <RevokeDialog invitation={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </Card>
  )
}

type Act = (invitation: Invitation) => void

const columnsFor = (onResend: Act, onRevoke: Act) => [
  { header: message('people.email'), cell: ({ email }: Invitation) => email },
  { header: message('people.groups'), cell: ({ groups }: Invitation) => <NameChips names={groups} /> },
  { header: message('people.invitedBy'), cell: ({ invitedBy }: Invitation) => invitedBy },
  { header: message('people.sent'), cell: ({ createdAt }: Invitation) => <When at={createdAt} /> },
  { header: message('people.expires'), cell: (row: Invitation) => <Expiry row={row} /> },
  { header: message('people.letter'), cell: ({ mail }: Invitation) => <Letter mail={mail} /> },
  {
    header: message('people.actions'),
    cell: (row: Invitation) => (
      <>
        <Button look="plain" size={28} onClick={() => onResend(row)}>
          {message('people.resend')}
        </Button>
        <Button look="plain" size={28} onClick={() => onRevoke(row)}>
          {message('people.takeBack')}
        </Button>
      </>
    ),
  },
]

function Expiry({ row }: { row: Invitation }) {
  if (row.isExpired) return <Tag look="warn">{message('people.expired')}</Tag>
  return <time dateTime={row.expiresAt}>{exactTime(row.expiresAt)}</time>
}

function Letter({ mail }: { mail: Invitation['mail'] }) {
  if (mail === 'failed') return <Tag look="error">{message('people.letterFailed')}</Tag>
  return message(mail === 'sent' ? 'people.letterSent' : 'people.letterWaiting')
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const revoke = useRevokeInvitation()
  return (
    <ConfirmDialog
      title={message('people.takeBackTitle', { email: invitation.email })}
      action={message('people.takeBackAction')}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: invitation.id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{message('people.takeBackText')}</p>
    </ConfirmDialog>
  )
}
