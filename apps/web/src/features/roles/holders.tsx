import type { RoleHolder } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { usePagedRows } from '../../shared/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { GroupIcon, UserIcon } from '../../ui/icons.ts'
import { holderPages } from './queries.ts'
import styles from './roles.module.css'

/** Who has a role, project by project. */
export function Holders({ role }: { role: string }) {
  const list = usePagedRows(holderPages(role))
  const title = message('roles.whoHasIt')
  return (
    <Card label={title}>
      <CardHead>
        <h2 className={styles['headTitle']}>
          {title}{' '}
          {list.rows === undefined ? null : <span className={styles['holders']}>{count(list.total)}</span>}
        </h2>
      </CardHead>
      {list.error === null ? null : (
        <PanelError title={message('roles.failed')} error={list.error} onRetry={list.retry} />
      )}
      {list.rows?.length === 0 ? <p className={styles['empty']}>{message('roles.nobody')}</p> : null}
      <ul className={styles['people']}>
        {(list.rows ?? []).map((holder) => (
          <Holder key={`${holder.project} ${holder.kind} ${holder.name}`} holder={holder} />
        ))}
      </ul>
      {list.hasMore ? (
        <Button look="plain" isBusy={list.isLoadingMore} onClick={list.loadMore}>
          {message('shared.loadMore')}
        </Button>
      ) : null}
    </Card>
  )
}

function Holder({ holder }: { holder: RoleHolder }) {
  const Glyph = holder.kind === 'group' ? GroupIcon : UserIcon
  return (
    <li>
      <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
      <span className={styles['name']}>{holder.name}</span>
      <span className={styles['holders']}>
        {message('roles.inProject', { name: holder.projectName, key: holder.project })}
      </span>
    </li>
  )
}
