import type { RepositoryDetails, RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { NameChips } from '../../shared/name-chips.tsx'
import { AddressLine } from './address-line.tsx'
import type { ListedKind } from './kinds.ts'
import { LastChange } from './last-change.tsx'
import { CacheFact, clientAddress, Fact, RepositoryCard } from './repository-card.tsx'

interface RepositoryFactsProps {
  kind: ListedKind
  type: RepositoryType
  repositoryKey: string
  details?: RepositoryDetails | undefined
}

/** What the repository is for others: its address, what it holds, who relies on it. */
export function RepositoryFacts({ kind, type, repositoryKey: key, details }: RepositoryFactsProps) {
  return (
    <RepositoryCard kind={details?.kind ?? kind} type={type} isCreated={details !== undefined}>
      <Fact label={message('repository.clientsUse')}>
        <AddressLine address={details?.url ?? `${location.protocol}//${clientAddress(type, key)}`} />
      </Fact>
      {kind === 'remote' ? <CacheFact repositoryKey={key} /> : null}
      {details === undefined ? null : <Known details={details} />}
    </RepositoryCard>
  )
}

function Known({ details }: { details: RepositoryDetails }) {
  const { files, bytes, usedBy, permissions, lastChange } = details
  return (
    <>
      {files === null ? null : (
        <Fact label={message('repository.artifacts')}>
          {count(files)} · {size(bytes ?? 0)}
        </Fact>
      )}
      <Fact label={message('repository.usedBy')}>
        {usedBy.length === 0 ? message('shared.notGiven') : <NameChips names={usedBy} />}
      </Fact>
      <Fact label={message('repository.permissions')}>{count(permissions)}</Fact>
      {lastChange === null ? null : <LastChange repositoryKey={details.key} change={lastChange} />}
    </>
  )
}
