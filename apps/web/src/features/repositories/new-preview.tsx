import type { ManagedRepository, RepositoryType } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/card.tsx'
import { InfoIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { kindTexts, type ListedKind } from './kinds.ts'
import { freeKey } from './repository-draft.ts'
import { TypeTile } from './type-tile.tsx'
import styles from './new-preview.module.css'

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
  const same = existing.find((one) => one.kind === kind && one.format === type.id)
  return (
    <Card label={message('repository.preview')} className={styles['card']}>
      <CardHead>
        <TypeTile type={type} />
        <div>
          <p className={styles['title']}>
            {message('repository.previewTitle', { kind: message(kindTexts[kind].label), type: type.label })}
          </p>
          <p className={styles['small']}>{message('repository.notCreated')}</p>
        </div>
      </CardHead>
      <CardBody>
        <dl className={styles['facts']}>
          <dt>{message('repository.suggestedKey')}</dt>
          <dd>
            <code>{key}</code> <Tag look="ok">{message('repository.free')}</Tag>
          </dd>
          <dt>{message('repository.clientsUse')}</dt>
          <dd>
            <code>{clientAddress(type, key)}</code>
          </dd>
          {kind === 'remote' && type.upstream !== '' ? (
            <>
              <dt>{message('repository.offered')}</dt>
              <dd>{message('repository.publicRegistry', { type: type.label })}</dd>
            </>
          ) : null}
          {kind === 'remote' ? (
            <>
              <dt>{message('repository.cache')}</dt>
              <dd>
                <code>{`${key}-cache`}</code>
              </dd>
            </>
          ) : null}
        </dl>
      </CardBody>
      {same === undefined || kind !== 'remote' ? null : (
        <CardFoot>
          <span className={styles['note']}>
            <InfoIcon size="1rem" stroke={1.5} aria-hidden="true" />
            {message('repository.sameThere', { key: same.key })}
          </span>
        </CardFoot>
      )}
    </Card>
  )
}

export const clientAddress = (type: RepositoryType, key: string) =>
  `${location.host}${type.clientPath.replace('{key}', key)}`
