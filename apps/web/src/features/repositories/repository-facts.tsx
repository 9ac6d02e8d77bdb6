import type { RepositoryDetails, RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { AddressLine } from './address-line.tsx'
import { NameChips } from '../../shared/name-chips.tsx'
import { When } from '../../shared/when.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { kindTexts, type ListedKind } from './kinds.ts'
import { clientAddress } from './new-preview.tsx'
import styles from './new-preview.module.css'
import { TypeTile } from './type-tile.tsx'

interface RepositoryFactsProps {
  kind: ListedKind
  type: RepositoryType
  repositoryKey: string
  details?: RepositoryDetails | undefined
}

/** What the repository is for others: its address, what it holds, who relies on it. */
export function RepositoryFacts({ kind, type, repositoryKey: key, details }: RepositoryFactsProps) {
  return (
    <Card label={message('repository.preview')} className={styles['card']}>
      <CardHead>
        <TypeTile type={type} />
        <div>
          <p className={styles['title']}>
            {message('repository.previewTitle', { kind: message(kindTexts[kind].label), type: type.label })}
          </p>
          {details === undefined ? (
            <p className={styles['small']}>{message('repository.notCreated')}</p>
          ) : null}
        </div>
      </CardHead>
      <CardBody>
        <dl className={styles['facts']}>
          <dt>{message('repository.clientsUse')}</dt>
          <dd>
            <AddressLine address={details?.url ?? `${location.protocol}//${clientAddress(type, key)}`} />
          </dd>
          {kind === 'remote' ? (
            <>
              <dt>{message('repository.cache')}</dt>
              <dd>
                <code>{`${key}-cache`}</code>
              </dd>
            </>
          ) : null}
          {details === undefined ? null : <Known details={details} />}
        </dl>
      </CardBody>
    </Card>
  )
}

function Known({ details }: { details: RepositoryDetails }) {
  const { files, bytes, usedBy, permissions, lastChange } = details
  return (
    <>
      {files === null ? null : (
        <>
          <dt>{message('repository.artifacts')}</dt>
          <dd>
            {count(files)} · {size(bytes ?? 0)}
          </dd>
        </>
      )}
      <dt>{message('repository.usedBy')}</dt>
      <dd>{usedBy.length === 0 ? message('shared.notGiven') : <NameChips names={usedBy} />}</dd>
      <dt>{message('repository.permissions')}</dt>
      <dd>{count(permissions)}</dd>
      {lastChange === null ? null : (
        <>
          <dt>{message('repository.lastChange')}</dt>
          <dd>
            {lastChange.by} · <When at={lastChange.at} />
          </dd>
        </>
      )}
    </>
  )
}
