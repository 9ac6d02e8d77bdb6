import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count, size } from '../../lib/numbers.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import lists from '../../shared/list-page.module.css'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { Meter } from '../../ui/meter.tsx'
import type { StorageRow } from './rows.ts'
import { type View, viewNames } from './storage-search.ts'
import styles from './storage.module.css'

interface StorageTableProps {
  view: View
  rows: StorageRow[]
  sort: Sort
  onSort: (sort: Sort) => void
}

export function StorageTable({ view, rows, sort, onSort }: StorageTableProps) {
  const top = Math.max(0, ...rows.map(({ share }) => share))
  return (
    <DataTable
      key={view}
      label={message(viewNames[view])}
      rows={rows}
      total={rows.length}
      columns={columnsOf(view, top)}
      rowKey={({ name }) => name}
      rowHeight={44}
      sort={sort}
      onSort={onSort}
      card={cards[view]}
    />
  )
}

const columnsOf = (view: View, top: number): Column<StorageRow>[] => [
  {
    id: 'name',
    header: message(heads[view]),
    width: 'minmax(11rem, 1.4fr)',
    canSort: true,
    cell: (row) => <Name view={view} row={row} />,
  },
  ...(view === 'repositories' ? repositoryColumns : [groupColumn]),
  {
    id: 'share',
    header: message('storage.share'),
    width: '8rem',
    cell: ({ share }) => (
      <span className={lists['cell']}>
        <Meter value={share} top={top} />
        {message('storage.percent', { percent: percent(share) })}
      </span>
    ),
  },
  {
    id: 'files',
    header: message('storage.files'),
    width: '7rem',
    isNumber: true,
    canSort: true,
    cell: ({ files }) => count(files),
  },
  {
    id: 'bytes',
    header: message('storage.size'),
    width: '7rem',
    isNumber: true,
    canSort: true,
    cell: ({ bytes }) => size(bytes),
  },
  {
    id: 'growth',
    header: message('storage.growth'),
    width: '9rem',
    isNumber: true,
    canSort: true,
    cell: ({ growth }) => growthOf(growth),
  },
]

const heads = {
  repositories: 'storage.repository',
  formats: 'storage.format',
  projects: 'storage.project',
} as const

const repositoryColumns: Column<StorageRow>[] = [
  {
    id: 'project',
    header: message('storage.project'),
    width: 'minmax(7rem, 1fr)',
    isExtra: true,
    cell: ({ project }) => project || message('shared.notGiven'),
  },
]

const groupColumn: Column<StorageRow> = {
  id: 'repositories',
  header: message('storage.repositories'),
  width: '8rem',
  isNumber: true,
  cell: ({ repositories = 0 }) => count(repositories),
}

function Name({ view, row }: { view: View; row: StorageRow }) {
  const format = view === 'repositories' ? row.format : view === 'formats' ? row.name : undefined
  return (
    <span className={lists['cell']}>
      {format === undefined ? null : <FormatTile format={format} />}
      {view === 'repositories' ? (
        <Link to="/packages" search={{ repository: row.name }} className={lists['name']}>
          {row.name}
        </Link>
      ) : (
        <span className={lists['name']}>{row.name}</span>
      )}
    </span>
  )
}

function StorageCard({ view, row }: { view: View; row: StorageRow }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <Name view={view} row={row} />
        <span className={lists['small']}>
          {count(row.files)} {message('storage.files').toLowerCase()} · {growthOf(row.growth)}
        </span>
      </div>
      <span className={styles['cardSize']}>{size(row.bytes)}</span>
    </div>
  )
}

const cards: Record<View, (row: StorageRow) => ReactNode> = {
  repositories: (row) => <StorageCard view="repositories" row={row} />,
  formats: (row) => <StorageCard view="formats" row={row} />,
  projects: (row) => <StorageCard view="projects" row={row} />,
}

function growthOf(growth: number | null): string {
  if (growth === null) return message('shared.notGiven')
  if (growth === 0) return size(0)
  return message(growth > 0 ? 'storage.grows' : 'storage.shrinks', { size: size(Math.abs(growth)) })
}

export const percent = (share: number) => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)
