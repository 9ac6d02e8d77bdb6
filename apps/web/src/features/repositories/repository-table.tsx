import type { Repository, RepositoryKind } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { copyText } from '../../lib/copy.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { useFormat } from '../../shared/formats.ts'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyIcon, type Icon, LocalIcon, RemoteIcon, VirtualIcon } from '../../ui/icons.ts'
import styles from './repository-table.module.css'

export function RepositoryTable({ rows }: { rows: Repository[] }) {
  return (
    <DataTable
      label={message('repositories.title')}
      rows={rows}
      total={rows.length}
      columns={columns}
      rowKey={({ key }) => key}
      rowHeight={44}
      sort={{ column: 'key', isDescending: false }}
      card={renderCard}
      onCopy={({ url }) => void copyText(url)}
    />
  )
}

const renderCard = (row: Repository) => <RepositoryCard row={row} />

const columns: Column<Repository>[] = [
  {
    id: 'key',
    header: message('repositories.columnKey'),
    width: 'minmax(12rem, 1fr)',
    cell: (row) => (
      <div className={styles['name']}>
        <FormatTile format={row.format} />
        <KeyLink row={row} />
      </div>
    ),
  },
  {
    id: 'kind',
    header: message('repositories.columnKind'),
    width: '7rem',
    cell: ({ kind }) => <Kind kind={kind} />,
  },
  {
    id: 'type',
    header: message('repositories.columnType'),
    width: '8rem',
    cell: ({ format }) => <FormatLabel format={format} />,
  },
  {
    id: 'address',
    header: message('repositories.columnAddress'),
    width: 'minmax(20rem, 1.6fr)',
    cell: (row) => <Address row={row} />,
  },
  {
    id: 'description',
    header: message('repositories.columnDescription'),
    width: 'minmax(8rem, 1fr)',
    isExtra: true,
    cell: ({ description }) => <span className={styles['cut']}>{description}</span>,
  },
  {
    id: 'created',
    header: message('repositories.columnCreated'),
    width: '8rem',
    cell: ({ createdAt }) => <When at={createdAt} />,
  },
]

const kinds: Record<RepositoryKind, { icon: Icon; label: MessageId }> = {
  local: { icon: LocalIcon, label: 'repositories.kindLocal' },
  remote: { icon: RemoteIcon, label: 'repositories.kindRemote' },
  virtual: { icon: VirtualIcon, label: 'repositories.kindVirtual' },
  federated: { icon: LocalIcon, label: 'repositories.kindFederated' },
}

/** What a repository holds is one click away. */
function KeyLink({ row }: { row: Repository }) {
  return (
    <Link
      to="/packages"
      search={{ repository: row.key }}
      className={styles['key']}
      aria-label={message('repositories.packagesOf', { key: row.key })}
    >
      {row.key}
    </Link>
  )
}

function Kind({ kind }: { kind: RepositoryKind }) {
  const { icon: Glyph, label } = kinds[kind]
  return (
    <span className={styles['kind']}>
      <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
      {message(label)}
    </span>
  )
}

const FormatLabel = ({ format }: { format: string }) => useFormat(format)?.label ?? format

function Address({ row }: { row: Repository }) {
  return (
    <span className={styles['address']}>
      <code title={row.url}>{cutMiddle(row.url, 44)}</code>
      <IconButton
        icon={CopyIcon}
        label={message('repositories.copyAddress', { key: row.key })}
        size={28}
        onClick={() => void copyText(row.url)}
      />
    </span>
  )
}

function RepositoryCard({ row }: { row: Repository }) {
  return (
    <div className={styles['card']}>
      <FormatTile format={row.format} size={32} />
      <div className={styles['words']}>
        <KeyLink row={row} />
        <span className={styles['small']}>
          <Kind kind={row.kind} />
        </span>
      </div>
      <IconButton
        icon={CopyIcon}
        label={message('repositories.copyAddress', { key: row.key })}
        onClick={() => void copyText(row.url)}
      />
    </div>
  )
}
