import type { AuditEntry } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import lists from '../../shared/list-page.module.css'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorIcon } from '../../ui/icons.ts'
import { type AuditSearch, kindInWords } from './audit-search.ts'

interface AuditTableProps {
  rows: AuditEntry[]
  total: number
  search: AuditSearch
  onEnd: () => void
  isDimmed: boolean
}

export function AuditTable({ search, ...rest }: AuditTableProps) {
  const columns = useMemo(() => columnsFor(search), [search])
  return (
    <DataTable
      {...rest}
      label={message('shell.audit')}
      columns={columns}
      rowKey={({ id }) => String(id)}
      rowHeight={40}
      sort={{ column: 'at', isDescending: true }}
      card={renderCard(search)}
    />
  )
}

const renderCard = (search: AuditSearch) => (row: AuditEntry) => <EntryCard row={row} search={search} />

const columnsFor = (search: AuditSearch): Column<AuditEntry>[] => [
  {
    id: 'at',
    header: message('audit.columnTime'),
    width: '8.5rem',
    cell: ({ at }) => <When at={at} />,
  },
  {
    id: 'kind',
    header: message('audit.columnKind'),
    width: 'minmax(11rem, 1fr)',
    cell: (row) => <EntryLink row={row} search={search} />,
  },
  {
    id: 'outcome',
    header: message('audit.columnOutcome'),
    width: '7rem',
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
  },
  {
    id: 'actor',
    header: message('audit.columnActor'),
    width: 'minmax(7rem, 11rem)',
    cell: ({ actor }) => <span className={lists['cut']}>{actor}</span>,
  },
  {
    id: 'target',
    header: message('audit.columnTarget'),
    width: 'minmax(8rem, 1fr)',
    cell: ({ target }) => <span className={lists['cut']}>{target ?? message('shared.notGiven')}</span>,
  },
  {
    id: 'address',
    header: message('audit.columnAddress'),
    width: '9rem',
    isExtra: true,
    cell: ({ address }) => <code>{address ?? message('shared.notGiven')}</code>,
  },
]

function EntryLink({ row, search }: { row: AuditEntry; search: AuditSearch }) {
  return (
    <Link
      to="/admin/security/audit"
      search={{ ...search, entry: String(row.id) }}
      className={lists['name']}
      preload={false}
    >
      {kindInWords(row.kind)}
    </Link>
  )
}

/** Success is quiet, so that failures stand out. */
export function Outcome({ outcome }: { outcome: AuditEntry['outcome'] }) {
  if (outcome === 'success') return message('audit.success')
  return (
    <span className={lists['state']} data-look="error">
      <ErrorIcon size="1rem" stroke={1.75} aria-hidden="true" />
      {message('audit.failure')}
    </span>
  )
}

function EntryCard({ row, search }: { row: AuditEntry; search: AuditSearch }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <EntryLink row={row} search={search} />
        <span className={lists['small']}>
          <When at={row.at} /> · {row.actor}
          {row.target === null ? null : ` · ${row.target}`}
        </span>
      </div>
      <Outcome outcome={row.outcome} />
    </div>
  )
}
