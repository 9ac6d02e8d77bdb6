// One repository: its configuration, who uses it, and the way to delete it.
import { type RepositoryDetails, type RepositoryType, repositories } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { kindTexts, listOf, listPath } from './kinds.ts'
import { repositoryDetails, typeList, useChangeRepository } from './queries.ts'
import { draftOf } from './repository-draft.ts'
import { RepositoryPage } from './repository-page.tsx'

const FederateDialog = lazyPart(() => import('./federate-dialog.tsx'), 'FederateDialog')
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'), 'DeleteDialog')

export function RepositoryScreen() {
  const { repoKey: key = '' } = useParams({ strict: false }) as { repoKey?: string } // the route has it
  const details = useQuery(repositoryDetails(key))
  const types = useQuery(typeList).data
  const kind = details.data === undefined ? undefined : listOf(details.data.kind)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('repositories.title'), to: '/admin/repositories' },
          ...(kind === undefined ? [] : [{ text: message(kindTexts[kind].label), to: listPath(kind) }]),
          { text: key },
        ]}
      />
      <Loaded
        query={details}
        failed={message('repository.failed', { key })}
        missing={<Empty title={message('repository.missing', { key })} />}
      >
        {(data) => {
          const type = types?.find(({ id }) => id === data.format)
          return type === undefined ? null : <Known key={key} details={data} type={type} />
        }}
      </Loaded>
    </>
  )
}

function Known({ details, type }: { details: RepositoryDetails; type: RepositoryType }) {
  const change = useChangeRepository()
  const navigate = useNavigate()
  const [isRemoving, setRemoving] = useState(false)
  const [isFederating, setFederating] = useState(false)
  const canFederate = details.kind === 'local' && type.kinds.includes('federated')
  const { key } = details
  const kind = listOf(details.kind)
  return (
    <>
      <RepositoryPage
        title={key}
        kind={kind}
        type={type}
        saved={draftOf(details)}
        details={details}
        endpoint={repositories.change}
        head={
          <>
            {canFederate ? (
              <Button onClick={() => setFederating(true)}>{message('repository.federate')}</Button>
            ) : null}
            <Button onClick={() => setRemoving(true)}>{message('repository.delete')}</Button>
          </>
        }
        error={change.error}
        isSaving={change.isPending}
        save={(_key, body, onSuccess) =>
          change.mutate(
            { params: { key }, body },
            {
              onSuccess: () => {
                notify('success', message('repository.saved', { key }))
                onSuccess()
              },
            },
          )
        }
      />
      <Suspense fallback={null}>
        {isFederating ? <FederateDialog repositoryKey={key} onClose={() => setFederating(false)} /> : null}
        {isRemoving ? (
          <DeleteDialog
            repositoryKey={key}
            onClose={() => setRemoving(false)}
            onDone={() => void navigate({ to: listPath(kind), ignoreBlocker: true })}
          />
        ) : null}
      </Suspense>
    </>
  )
}
