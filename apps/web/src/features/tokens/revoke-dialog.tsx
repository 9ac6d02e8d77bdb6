import type { ListedToken } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useRevokeTokens } from './queries.ts'
import { nameOf } from './token-table.tsx'

interface RevokeDialogProps {
  tokens: ListedToken[]
  onDone: () => void
  onClose: () => void
}

const mostNamed = 5

/** What ends, and that it ends at once. */
export function RevokeDialog({ tokens, onDone, onClose }: RevokeDialogProps) {
  const revoke = useRevokeTokens()
  const amount = tokens.length
  const run = () =>
    revoke.mutate(
      { body: { ids: tokens.map(({ id }) => id) } },
      {
        onSuccess: ({ revoked }) => {
          notify('success', message('tokens.revoked', { count: revoked }))
          onClose()
          onDone()
        },
      },
    )
  return (
    <ConfirmDialog
      title={message('tokens.revokeTitle', { count: amount })}
      action={message('tokens.revoke')}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{message('tokens.revokeText')}</p>
      <ul>
        {tokens.slice(0, mostNamed).map((token) => (
          <li key={token.id}>{nameOf(token)}</li>
        ))}
        {amount > mostNamed ? <li>{message('tokens.andMore', { count: amount - mostNamed })}</li> : null}
      </ul>
    </ConfirmDialog>
  )
}
