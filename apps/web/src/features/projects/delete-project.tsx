import type { ProjectSummary } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRemoveProject } from './queries.ts'

/** Its people lose what its roles gave them, so its key has to be typed. */
export function DeleteProject({ project, onClose }: { project: ProjectSummary; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useRemoveProject()
  const done = () => {
    notify('success', message('projects.deleted', { name: project.name }))
    onClose()
    void navigate({ to: '/admin/projects/list', ignoreBlocker: true })
  }
  return (
    <ConfirmDialog
      title={message('projects.deleteTitle', { name: project.name })}
      action={message('projects.delete')}
      typed={project.key}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { key: project.key } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{message('projects.deleteText', { count: project.users + project.groups })}</p>
      {project.repositories === 0 ? null : (
        <Notice look="warn">{message('projects.deleteHolds', { count: project.repositories })}</Notice>
      )}
    </ConfirmDialog>
  )
}
