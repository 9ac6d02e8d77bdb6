import type { ProjectOverview, ProjectRepository } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ownProjects } from '../../lib/project.ts'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, ProjectIcon } from '../../ui/icons.ts'
import { PickField } from '../../ui/pick-field.tsx'
import styles from './projects.module.css'
import { useShare, useUnshare } from './queries.ts'

interface ShareDialogProps {
  project: ProjectOverview
  repository: ProjectRepository
  onClose: () => void
}

/** Other projects that may use a repository of this one. */
export function ShareDialog({ project, repository, onClose }: ShareDialogProps) {
  const [text, setText] = useState('')
  const [isReadOnly, setReadOnly] = useState(true)
  const [shared, setShared] = useState(repository.sharedWith)
  const search = useSettled(text.trim(), 200)
  const found = useQuery({ ...ownProjects(search), placeholderData: keepPreviousData }).data?.items ?? []
  const [share, unshare] = [useShare(), useUnshare()]
  const onError = (error: Error) => notify('error', error.message)
  const add = (key: string) =>
    share.mutate(
      { params: { repository: repository.key, key }, query: { readOnly: isReadOnly ? 'true' : 'false' } },
      { onError, onSuccess: () => setShared([...shared, key].sort()) },
    )
  const remove = (key: string) =>
    unshare.mutate(
      { params: { repository: repository.key, key } },
      { onError, onSuccess: () => setShared(shared.filter((other) => other !== key)) },
    )
  return (
    <Dialog title={message('projects.shareTitle', { repository: repository.key })} onClose={onClose}>
      <div className={styles['dialog']}>
        <CheckRow
          label={message('projects.shareReadOnly')}
          description={message('projects.shareReadOnlyText')}
          checked={isReadOnly}
          onChange={setReadOnly}
        />
        <PickField
          label={message('projects.shareWith')}
          placeholder={message('shared.findProject')}
          query={text}
          onQuery={setText}
          options={found
            .filter(({ key }) => key !== project.key && !shared.includes(key))
            .map(({ key, name }) => ({ value: key, label: name, hint: key, icon: ProjectIcon }))}
          onPick={(key) => {
            setText('')
            add(key)
          }}
          empty={message('shared.noProjectFound')}
        />
        <ul className={styles['people']} aria-label={message('projects.shareWith')}>
          {shared.map((key) => (
            <li key={key}>
              <ProjectIcon size="1rem" stroke={1.5} aria-hidden="true" />
              <code className={styles['person']}>{key}</code>
              <IconButton
                icon={CloseIcon}
                size={28}
                label={message('shared.removeWhat', { what: key })}
                onClick={() => remove(key)}
              />
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button size={36} look="filled" onClick={onClose}>
            {message('projects.done')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
