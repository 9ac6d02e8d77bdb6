// A new repository: what kind and type it is, then how it is set.
import { type Repository, type RepositoryType, repositories } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { CreatedDialog } from './created-dialog.tsx'
import { kindTexts, type ListedKind, listPath, useKind } from './kinds.ts'
import { managedList, typeList, useCreateRepository } from './queries.ts'
import { newDraft } from './repository-draft.ts'
import { RepositoryPage } from './repository-page.tsx'
import { parseNewRepositorySearch } from './repository-search.ts'
import { Stepper } from './stepper.tsx'
import { TypeStep } from './type-step.tsx'

export function NewRepositoryScreen() {
  const kind = useKind()
  const { type: wanted } = useSearchParams(parseNewRepositorySearch)
  const types = useQuery(typeList)
  // A key that is free is suggested, so what there is must be known first.
  const list = useQuery(managedList)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('repositories.title'), to: '/admin/repositories' },
          { text: message(kindTexts[kind].label), to: listPath(kind) },
          { text: message('repository.new') },
        ]}
      />
      <Loaded query={types} failed={message('repository.typesFailed')} missing={null}>
        {(all) => (
          <Loaded query={list} failed={message('repositories.failed')} missing={null}>
            {(existing) => {
              const type = all.find(({ id, kinds }) => id === wanted && kinds.includes(kind))
              return type === undefined ? (
                <TypeStep key={kind} kind={kind} types={all} existing={existing} />
              ) : (
                <NewRepository
                  key={`${kind} ${type.id}`}
                  kind={kind}
                  type={type}
                  taken={existing.map(({ key }) => key)}
                />
              )
            }}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

interface NewRepositoryProps {
  kind: ListedKind
  type: RepositoryType
  taken: string[]
}

function NewRepository({ kind, type, taken }: NewRepositoryProps) {
  const create = useCreateRepository()
  const [created, setCreated] = useState<Repository>()
  const title = message('repository.newTitle', { kind: message(kindTexts[kind].label), type: type.label })
  const [saved] = useState(() => newDraft(kind, type, taken))
  return (
    <>
      <RepositoryPage
        title={title}
        kind={kind}
        type={type}
        saved={saved}
        taken={created === undefined ? taken : []}
        endpoint={repositories.create}
        isNew
        isDone={created !== undefined}
        head={<Stepper step={2} />}
        error={create.error}
        isSaving={create.isPending}
        save={(key, { description, ...config }) =>
          create.mutate(
            { body: { key, kind, format: type.id, description: String(description ?? ''), config } },
            { onSuccess: setCreated },
          )
        }
      />
      {created === undefined ? null : <CreatedDialog repository={created} kind={kind} />}
    </>
  )
}
