import type { ListedToken } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import type { Selection } from '../../lib/selection.ts'
import lists from '../../shared/list-page.module.css'
import { RowCheckbox } from '../../shared/row-checkbox.tsx'
import { TokenEnd } from '../../shared/token-end.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './tokens.module.css'

interface TokenTableProps {
  rows: ListedToken[]
  total: number
  selection: Selection
  onRevoke: (id: string) => void
  onEnd: () => void
  isDimmed: boolean
}

export function TokenTable({ selection, onRevoke, ...rest }: TokenTableProps) {
  const columns = useMemo(() => columnsFor(selection, onRevoke), [selection, onRevoke])
  return (
    <DataTable
      {...rest}
      label={message('shell.tokens')}
      columns={columns}
      rowKey={({ id }) => id}
      rowHeight={44}
      card={cardFor(onRevoke)}
      onSelect={({ id }) => selection.toggle(id)}
    />
  )
}

const cardFor = (onRevoke: (id: string) => void) => (row: ListedToken) => (
  <TokenCard row={row} onRevoke={onRevoke} />
)

const columnsFor = (selection: Selection, onRevoke: (id: string) => void): Column<ListedToken>[] => [
  {
    id: 'select',
    header: message('tokens.select'),
    isHeaderHidden: true,
    width: '2.75rem',
    cell: (row) => (
      <RowCheckbox
        label={message('tokens.selectToken', { name: nameOf(row) })}
        checked={selection.keys.has(row.id)}
        onToggle={(isRange) => selection.toggle(row.id, isRange)}
      />
    ),
  },
  {
    id: 'subject',
    header: message('tokens.subject'),
    width: 'minmax(11rem, 1fr)',
    cell: (row) => <Subject row={row} />,
  },
  {
    id: 'description',
    header: message('tokens.description'),
    width: 'minmax(8rem, 1.2fr)',
    cell: ({ description }) => (
      <span className={lists['cut']} title={description}>
        {description === '' ? message('shared.notGiven') : description}
      </span>
    ),
  },
  {
    id: 'scope',
    header: message('tokens.scope'),
    width: 'minmax(12rem, 1.8fr)',
    cell: ({ scopeInWords, scope }) => (
      <span className={lists['cut']} title={scope}>
        {scopeInWords}
      </span>
    ),
  },
  {
    id: 'created',
    header: message('tokens.created'),
    width: 'minmax(8rem, 0.8fr)',
    isExtra: true,
    cell: ({ createdAt, createdBy }) => (
      <span className={lists['cut']} title={message('tokens.createdBy', { name: createdBy })}>
        <When at={createdAt} /> <span className={styles['muted']}>{createdBy}</span>
      </span>
    ),
  },
  {
    id: 'used',
    header: message('tokens.lastUsed'),
    width: 'minmax(9rem, 0.9fr)',
    cell: (row) => <Used row={row} />,
  },
  {
    id: 'expires',
    header: message('tokens.expires'),
    width: '8.5rem',
    cell: (row) => <TokenEnd token={row} />,
  },
  {
    id: 'actions',
    header: message('tokens.actions'),
    isHeaderHidden: true,
    width: '3rem',
    cell: (row) => <RevokeButton row={row} onRevoke={onRevoke} />,
  },
]

function Subject({ row }: { row: ListedToken }) {
  if (row.isTransient)
    return (
      <span className={lists['cell']}>
        <span className={lists['name']}>{row.subject}</span>
        <Tag title={message('tokens.transientText')}>{message('tokens.transient')}</Tag>
      </span>
    )
  return (
    <Link to="/admin/management/users/$name/edit" params={{ name: row.subject }} className={lists['name']}>
      {row.subject}
    </Link>
  )
}

function Used({ row: { lastUsedAt, lastUsedAddress } }: { row: ListedToken }) {
  if (lastUsedAt === null) return <span className={styles['muted']}>{message('tokens.never')}</span>
  return (
    <span className={lists['cut']}>
      <When at={lastUsedAt} /> <span className={styles['muted']}>{lastUsedAddress}</span>
    </span>
  )
}

function RevokeButton({ row, onRevoke }: { row: ListedToken; onRevoke: (id: string) => void }) {
  return (
    <IconButton
      icon={DeleteIcon}
      size={28}
      label={message('tokens.revokeToken', { name: nameOf(row) })}
      onClick={() => onRevoke(row.id)}
    />
  )
}

function TokenCard({ row, onRevoke }: { row: ListedToken; onRevoke: (id: string) => void }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <Subject row={row} />
        <span className={lists['small']}>{row.description === '' ? row.scopeInWords : row.description}</span>
      </div>
      <TokenEnd token={row} />
      <RevokeButton row={row} onRevoke={onRevoke} />
    </div>
  )
}

/** For a reader who cannot see the row. */
export const nameOf = ({ subject, description, id }: ListedToken) =>
  `${subject}, ${description === '' ? id : description}`
