import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { useDeleteBuilds } from './queries.ts'

interface DeleteBuildsProps {
  name: string
  /** Without it all runs go. */
  number?: string
  repository: string | undefined
  onClose: () => void
  onDeleted: () => void
}

export function DeleteBuilds({ name, number, repository, onClose, onDeleted }: DeleteBuildsProps) {
  const [withFiles, setWithFiles] = useState(false)
  const remove = useDeleteBuilds()
  const confirm = () =>
    remove.mutate(
      {
        body: {
          buildName: name,
          buildRepo: repository,
          deleteArtifacts: withFiles,
          ...(number === undefined ? { deleteAll: true } : { buildNumbers: [number] }),
        },
      },
      { onSuccess: onDeleted },
    )
  return (
    <ConfirmDialog
      title={number === undefined ? message('builds.deleteAll') : message('builds.deleteRun')}
      action={number === undefined ? message('builds.deleteAll') : message('builds.deleteRun')}
      typed={number === undefined ? name : undefined}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {number === undefined
          ? message('builds.deleteAllText', { name })
          : message('builds.deleteRunText', { name, number })}
      </p>
      <CheckRow
        label={message('builds.withFiles')}
        description={message('builds.withFilesText')}
        checked={withFiles}
        onChange={setWithFiles}
      />
    </ConfirmDialog>
  )
}
