import type { Repository } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { showSetMeUp } from '../../lib/set-me-up.ts'
import { AddressLine } from './address-line.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { type ListedKind, listPath, newPath } from './kinds.ts'

/** What to do with a repository that was just made. It goes away with the page. */
export function CreatedDialog({ repository, kind }: { repository: Repository; kind: ListedKind }) {
  const navigate = useNavigate()
  const { key, url, format } = repository
  const leave = (to: string) => navigate({ to, ignoreBlocker: true })
  const setUp = async () => {
    await leave(listPath(kind))
    showSetMeUp({ getActiveNode: false, repository: key, format })
  }
  return (
    <Dialog title={message('repositories.created', { key })} onClose={() => void leave(listPath(kind))}>
      <p>{message('repository.createdText')}</p>
      <AddressLine address={url} />
      <DialogActions>
        <Button size={36} onClick={() => void leave(newPath(kind))}>
          {message('repository.another')}
        </Button>
        <Button
          size={36}
          onClick={() =>
            void navigate({
              to: '/admin/repositories/$kind/$repoKey/edit',
              params: { kind, repoKey: key },
              ignoreBlocker: true,
            })
          }
        >
          {message('repository.open')}
        </Button>
        <Button size={36} look="filled" data-autofocus onClick={() => void setUp()}>
          {message('repository.setUp')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
