import type { ManagedRepository, RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Tag } from '../../ui/tag.tsx'
import type { ListedKind } from './kinds.ts'
import { CacheFact, clientAddress, Fact, RepositoryCard } from './repository-card.tsx'
import { freeKey } from './repository-draft.ts'

interface NewPreviewProps {
  kind: ListedKind
  type: RepositoryType
  existing: ManagedRepository[]
}

/** What will be there in the end, before any form is filled. */
export function NewPreview({ kind, type, existing }: NewPreviewProps) {
  const key = freeKey(
    `${type.id}-${kind}`,
    existing.map((one) => one.key),
  )
  const isRemote = kind === 'remote'
  const same = existing.find((one) => isRemote && one.kind === kind && one.format === type.id)
  return (
    <RepositoryCard
      kind={kind}
      type={type}
      isCreated={false}
      notes={same === undefined ? [] : [message('repository.sameThere', { key: same.key })]}
    >
      <Fact label={message('repository.suggestedKey')}>
        <code>{key}</code> <Tag look="ok">{message('repository.free')}</Tag>
      </Fact>
      <Fact label={message('repository.clientsUse')}>
        <code>{clientAddress(type, key)}</code>
      </Fact>
      {isRemote && type.upstream !== '' ? (
        <Fact label={message('repository.offered')}>
          {message('repository.publicRegistry', { type: type.label })}
        </Fact>
      ) : null}
      {isRemote ? <CacheFact repositoryKey={key} /> : null}
    </RepositoryCard>
  )
}
