import type { ProjectOverview, ProjectRepository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useSettled } from '../../lib/delay.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { usePagedRows } from '../../shared/paged-list.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './assign-dialog.module.css'
import { Effect } from './move-dialogs.tsx'
import { moveEffect, repositoryPages, useAttach } from './queries.ts'

interface AssignDialogProps {
  project: ProjectOverview
  onClose: () => void
}

/** Which repository comes into the project, and what that means; one after the other. */
export function AssignDialog({ project, onClose }: AssignDialogProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ProjectRepository | undefined>(undefined)
  const list = usePagedRows(
    repositoryPages(project.key, 'assignable', useSettled(text.trim(), 200) || undefined),
  )
  return (
    <Dialog title={message('projects.assignTitle', { name: project.name })} width={640} onClose={onClose}>
      {chosen === undefined ? (
        <div className={styles['dialog']}>
          <SearchField
            label={message('projects.filterRepositories')}
            placeholder={message('projects.filterRepositories')}
            data-autofocus
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Choices rows={list.rows ?? []} onChoose={setChosen} />
          {list.rows?.length === 0 ? (
            <p className={styles['note']} role="status">
              {message('projects.noneAssignable')}
            </p>
          ) : null}
          {list.hasMore ? (
            <Button look="plain" isBusy={list.isLoadingMore} onClick={list.loadMore}>
              {message('shared.loadMore')}
            </Button>
          ) : null}
          <DialogActions>
            <Link to="/admin/repositories/local/new" className={styles['create']}>
              {message('projects.createRepository')}
            </Link>
            <Button size={36} onClick={onClose}>
              {message('shared.close')}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <Confirmation project={project} repository={chosen} onBack={() => setChosen(undefined)} />
      )}
    </Dialog>
  )
}

interface ChoicesProps {
  rows: ProjectRepository[]
  onChoose: (repository: ProjectRepository) => void
}

function Choices({ rows, onChoose }: ChoicesProps) {
  return (
    <ul className={styles['list']} aria-label={message('shell.repositories')}>
      {rows.map((row) => (
        <li key={row.key}>
          <button type="button" className={styles['choice']} onClick={() => onChoose(row)}>
            <FormatTile format={row.format} />
            <span className={styles['name']}>{row.key}</span>
            <span className={styles['hint']}>
              {row.owner === null
                ? message('projects.unassigned')
                : message('projects.ofProject', { key: row.owner })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface ConfirmationProps {
  project: ProjectOverview
  repository: ProjectRepository
  onBack: () => void
}

function Confirmation({ project, repository, onBack }: ConfirmationProps) {
  const effect = useQuery(moveEffect(project.key, repository.key, false)).data
  const attach = useAttach()
  const isMove = repository.owner !== null
  const done = () => {
    notify('success', message('projects.assigned', { repository: repository.key, name: project.name }))
    onBack()
  }
  const params = { repository: repository.key, key: project.key }
  return (
    <div className={styles['dialog']}>
      <p className={styles['subject']}>
        <FormatTile format={repository.format} />
        <strong>{repository.key}</strong>
      </p>
      {effect === undefined ? null : <Effect effect={effect} />}
      {attach.error === null ? null : (
        <Notice look="error" isUrgent>
          {attach.error.message}
        </Notice>
      )}
      <DialogActions>
        <Button size={36} onClick={onBack}>
          {message('projects.back')}
        </Button>
        <ChangeButton
          size={36}
          look="filled"
          isBusy={attach.isPending}
          disabled={effect === undefined}
          onClick={() =>
            attach.mutate({ params, query: { force: isMove ? 'true' : 'false' } }, { onSuccess: done })
          }
        >
          {message(isMove ? 'projects.moveHere' : 'projects.assignHere', { name: project.name })}
        </ChangeButton>
      </DialogActions>
    </div>
  )
}
