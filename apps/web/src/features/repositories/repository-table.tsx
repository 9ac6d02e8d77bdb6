import type { ManagedRepository } from '@bindery/contracts'
import { Suspense, useMemo } from 'react'
import { copyText } from '../../lib/copy.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { showSetMeUp } from '../../lib/set-me-up.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TerminalIcon } from '../../ui/icons.ts'
import { type ListedKind, listOf } from './kinds.ts'
import styles from './repositories-screen.module.css'
import { RepositoryHealth } from './repository-health.tsx'

// Comes after the first paint, which needs none of its code.
const RowMenu = lazyPart(() => import('./row-menu.tsx'), 'RowMenu')

interface RepositoryTableProps {
  kind: ListedKind
  rows: ManagedRepository[]
  onRemove: (key: string) => void
}

export function RepositoryTable({ kind, rows, onRemove }: RepositoryTableProps) {
  const columns = useMemo(() => columnsFor(kind, onRemove), [kind, onRemove])
  const card = useMemo(() => cardFor(onRemove), [onRemove])
  return (
    <DataTable
      label={message('repositories.title')}
      rows={rows}
      total={rows.length}
      columns={columns}
      rowKey={({ key }) => key}
      rowHeight={44}
      sort={{ column: 'key', isDescending: false }}
      card={card}
      onCopy={({ url }) => void copyText(url)}
    />
  )
}

const cardFor = (onRemove: (key: string) => void) => (row: ManagedRepository) => (
  <RepositoryCard row={row} onRemove={onRemove} />
)

type Col = Column<ManagedRepository>

function columnsFor(kind: ListedKind, onRemove: (key: string) => void): Col[] {
  return [
    keyColumn,
    ...(kind === 'local' ? [typeColumn] : kind === 'remote' ? [upstreamColumn] : [typeColumn, membersColumn]),
    projectColumn,
    ...(kind === 'virtual' ? [] : [filesColumn, sizeColumn]),
    healthColumn,
    scanColumn,
    {
      id: 'actions',
      header: message('repository.actions'),
      isHeaderHidden: true,
      width: '5.5rem',
      cell: (row) => <Actions row={row} onRemove={onRemove} />,
    },
  ]
}

const keyColumn: Col = {
  id: 'key',
  header: message('repositories.columnKey'),
  width: 'minmax(12rem, 1.4fr)',
  cell: (row) => (
    <span className={lists['cell']}>
      <FormatTile format={row.format} />
      <EditLink row={row} />
    </span>
  ),
}
const typeColumn: Col = {
  id: 'type',
  header: message('repositories.columnType'),
  width: 'minmax(6rem, 0.7fr)',
  cell: ({ format }) => format,
}
const upstreamColumn: Col = {
  id: 'upstream',
  header: message('repository.upstream'),
  width: 'minmax(9.5rem, 1.2fr)',
  cell: ({ upstream }) => <span className={lists['cut']}>{upstream}</span>,
}
const membersColumn: Col = {
  id: 'members',
  header: message('repository.members'),
  width: 'minmax(12rem, 1.6fr)',
  cell: ({ members }) => <NameChips names={members} />,
}
const projectColumn: Col = {
  id: 'project',
  header: message('repository.project'),
  width: 'minmax(5rem, 0.6fr)',
  isExtra: true,
  cell: ({ projectKey }) => projectKey || message('shared.notGiven'),
}
const filesColumn: Col = {
  id: 'files',
  header: message('repository.artifacts'),
  width: '5.5rem',
  isNumber: true,
  cell: ({ files }) => (files === null ? message('shared.notGiven') : count(files)),
}
const sizeColumn: Col = {
  id: 'size',
  header: message('repository.size'),
  width: '6rem',
  isNumber: true,
  cell: ({ bytes }) => (bytes === null ? message('shared.notGiven') : size(bytes)),
}
const healthColumn: Col = {
  id: 'health',
  header: message('repository.health'),
  width: 'minmax(13.5rem, 1.4fr)',
  cell: (row) => <RepositoryHealth row={row} />,
}
const scanColumn: Col = {
  id: 'scan',
  header: message('repository.scan'),
  width: '4.5rem',
  isExtra: true,
  cell: ({ isScanned }) => message(isScanned ? 'repository.on' : 'repository.off'),
}

const EditLink = ({ row }: { row: ManagedRepository }) => (
  <Link
    to="/admin/repositories/$kind/$repoKey/edit"
    params={{ kind: listOf(row.kind), repoKey: row.key }}
    className={lists['name']}
  >
    {row.key}
  </Link>
)

function Actions({ row, onRemove }: { row: ManagedRepository; onRemove: (key: string) => void }) {
  return (
    <span className={lists['cell']}>
      <IconButton
        icon={TerminalIcon}
        label={message('repository.setMeUp', { key: row.key })}
        size={28}
        onClick={() => showSetMeUp({ getActiveNode: false, repository: row.key, format: row.format })}
      />
      <Suspense fallback={<span className={styles['menu']} />}>
        <RowMenu row={row} onRemove={onRemove} />
      </Suspense>
    </span>
  )
}

function RepositoryCard({ row, onRemove }: { row: ManagedRepository; onRemove: (key: string) => void }) {
  const facts = [row.upstream || row.format, ...(row.bytes === null ? [] : [size(row.bytes)])]
  return (
    <div className={lists['card']}>
      <FormatTile format={row.format} size={32} />
      <div className={lists['words']}>
        <EditLink row={row} />
        {row.problems.length === 0 ? (
          <span className={lists['small']}>{facts.join(' · ')}</span>
        ) : (
          <RepositoryHealth row={row} />
        )}
      </div>
      <Actions row={row} onRemove={onRemove} />
    </div>
  )
}
