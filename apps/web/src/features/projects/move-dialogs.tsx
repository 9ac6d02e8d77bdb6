import type { MoveEffect, ProjectOverview } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import styles from './projects.module.css'
import { moveEffect, useDetach } from './queries.ts'

interface DetachDialogProps {
  project: ProjectOverview
  repository: string
  onClose: () => void
}

export function DetachDialog({ project, repository, onClose }: DetachDialogProps) {
  const effect = useQuery(moveEffect(project.key, repository, true)).data
  const detach = useDetach()
  const done = () => {
    notify('success', message('projects.detached', { repository, name: project.name }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('projects.detachTitle', { repository, name: project.name })}
      action={message('projects.detach')}
      isBusy={detach.isPending}
      error={detach.error}
      onConfirm={() => detach.mutate({ params: { repository } }, { onSuccess: done })}
      onClose={onClose}
    >
      {effect === undefined ? null : <Effect effect={effect} />}
    </ConfirmDialog>
  )
}

/** What a move means for people, before it happens. */
export function Effect({ effect }: { effect: MoveEffect }) {
  const { from, to, gain, lose, droppedEnvironments } = effect
  return (
    <div className={styles['effect']}>
      {from === null ? null : <p>{message('projects.leaves', { from })}</p>}
      {to === null ? null : (
        <p>
          {gain.count === 0
            ? message('projects.nobodyGains', { to })
            : message('projects.gain', { count: gain.count, names: listed(gain), to })}
        </p>
      )}
      {from === null ? null : (
        <p>
          {lose.count === 0
            ? message('projects.nobodyLoses')
            : message('projects.lose', { count: lose.count, names: listed(lose), from })}
        </p>
      )}
      {droppedEnvironments.length === 0 ? null : (
        <p>{message('projects.dropped', { names: droppedEnvironments.join(', ') })}</p>
      )}
      <p className={styles['muted']}>{message('projects.permissionsStay')}</p>
    </div>
  )
}

function listed({ names, count }: MoveEffect['gain']): string {
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} ${message('shared.more', { count: more })}` : names.join(', ')
}
