import type { RepositoryKind, RepositoryType } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { message } from '../../lib/messages.ts'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/card.tsx'
import { InfoIcon } from '../../ui/icons.ts'
import { kindLabel } from './kinds.ts'
import styles from './repository-card.module.css'
import { TypeTile } from './type-tile.tsx'

interface RepositoryCardProps {
  kind: RepositoryKind
  type: RepositoryType
  isCreated: boolean
  /** What is worth knowing besides, a sentence each. */
  notes?: string[]
  /** Facts, each a `Fact`. */
  children: ReactNode
}

/** One repository beside the form that it is made or changed by. */
export function RepositoryCard({ kind, type, isCreated, notes = [], children }: RepositoryCardProps) {
  const told = type.isSpoken ? notes : [message('shared.plainOnly', { type: type.label }), ...notes]
  return (
    <Card label={message('repository.preview')} className={styles['card']}>
      <CardHead>
        <TypeTile type={type} />
        <div>
          <p className={styles['title']}>
            {message('repository.previewTitle', { kind: message(kindLabel(kind)), type: type.label })}
          </p>
          {isCreated ? null : <p className={styles['small']}>{message('repository.notCreated')}</p>}
        </div>
      </CardHead>
      <CardBody>
        <dl className={styles['facts']}>{children}</dl>
      </CardBody>
      {told.map((note) => (
        <CardFoot key={note}>
          <span className={styles['note']}>
            <InfoIcon size="1rem" stroke={1.5} aria-hidden="true" />
            {note}
          </span>
        </CardFoot>
      ))}
    </Card>
  )
}

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

export const CacheFact = ({ repositoryKey }: { repositoryKey: string }) => (
  <Fact label={message('repository.cache')}>
    <code>{`${repositoryKey}-cache`}</code>
  </Fact>
)

export const clientAddress = (type: RepositoryType, key: string) =>
  `${location.host}${type.clientPath.replace('{key}', key)}`
