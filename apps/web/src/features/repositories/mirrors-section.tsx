import { type MirrorStatus, type ReplicationView, type RepositoryKind } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import cards from './mirror-card.module.css'
import { MirrorCard } from './mirror-card.tsx'
import { mirrorList, replicationList, useRunMirrors } from './queries.ts'

const ReplicationDialog = lazyPart(() => import('./replication-dialog.tsx'), 'ReplicationDialog')
const RemoveReplication = lazyPart(() => import('./remove-replication.tsx'), 'RemoveReplication')

const lookAgain = 2000
const isBusy = ({ isRunning, waiting }: MirrorStatus) => isRunning || waiting > 0

/** Where the repository is mirrored to or filled from, how that goes and why not, and the way to change it. */
export function MirrorsSection({
  repositoryKey: key,
  kind,
}: {
  repositoryKey: string
  kind: RepositoryKind
}) {
  const { data: states = [] } = useQuery({
    ...mirrorList(key),
    refetchInterval: (query) => (query.state.data?.some(isBusy) === true ? lookAgain : false),
  })
  const replications = useQuery(replicationList(key)).data
  const [open, setOpen] = useState<{ known: ReplicationView | undefined } | undefined>(undefined)
  const run = useRunMirrors()
  const [removed, setRemoved] = useState<string | undefined>(undefined)
  const isPull = kind === 'remote'
  const canAdd = replications !== undefined && (!isPull || replications.length === 0)
  return (
    <FormSection
      title={message('repository.mirrors')}
      text={message(isPull ? 'repository.mirrorsPullText' : 'repository.mirrorsText')}
      aside={
        <>
          {states.length === 0 ? null : (
            <Button isBusy={run.isPending} onClick={() => run.mutate({ params: { key } })}>
              {message('repository.runNow')}
            </Button>
          )}
          {canAdd ? (
            <ChangeButton onClick={() => setOpen({ known: undefined })}>
              {message(isPull ? 'repository.addPull' : 'repository.addReplication')}
            </ChangeButton>
          ) : null}
        </>
      }
    >
      {run.error === null ? null : (
        <Notice look="error" isUrgent>
          {run.error.message}
        </Notice>
      )}
      {states.length === 0 ? null : (
        <ul className={cards['list']} aria-label={message('repository.mirrors')}>
          {states.map((mirror) => {
            const known = replications?.find(({ url }) => url === mirror.url)
            return (
              <MirrorCard
                key={mirror.url}
                mirror={mirror}
                replication={known}
                onEdit={() => setOpen({ known })}
                onRemove={() => setRemoved(mirror.url)}
              />
            )
          })}
        </ul>
      )}
      <Suspense fallback={null}>
        {open === undefined ? null : (
          <ReplicationDialog
            repositoryKey={key}
            isPull={isPull}
            known={open.known}
            onClose={() => setOpen(undefined)}
          />
        )}
        {removed === undefined ? null : (
          <RemoveReplication repositoryKey={key} url={removed} onClose={() => setRemoved(undefined)} />
        )}
      </Suspense>
    </FormSection>
  )
}
