import type { PermissionSummary } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { targetLabel } from '../../shared/access/any-names.ts'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'

interface PermissionTableProps {
  rows: PermissionSummary[]
  total: number
  onEnd: () => void
  isDimmed: boolean
}

export function PermissionTable(props: PermissionTableProps) {
  return (
    <DataTable
      {...props}
      label={message('shell.permissions')}
      columns={columns}
      rowKey={({ name }) => name}
      rowHeight={44}
      sort={{ column: 'name', isDescending: false }}
      card={renderCard}
    />
  )
}

const columns: Column<PermissionSummary>[] = [
  {
    id: 'name',
    header: message('permissions.columnName'),
    width: 'minmax(11rem, 1fr)',
    cell: (row) => <NameLink row={row} />,
  },
  {
    id: 'resources',
    header: message('permissions.columnResources'),
    width: 'minmax(11rem, 1.2fr)',
    cell: ({ targets, targetCount }) => <NameChips names={targets.map(targetLabel)} count={targetCount} />,
  },
  {
    id: 'groups',
    header: message('permissions.columnGroups'),
    width: 'minmax(9rem, 1fr)',
    cell: ({ groups, groupCount }) => <NameChips names={groups} count={groupCount} />,
  },
  {
    id: 'users',
    header: message('permissions.columnUsers'),
    width: 'minmax(9rem, 1fr)',
    cell: ({ users, userCount }) => <NameChips names={users} count={userCount} />,
  },
  {
    id: 'changed',
    header: message('permissions.columnChanged'),
    width: '13rem',
    isExtra: true,
    cell: ({ modifiedAt, modifiedBy }) => (
      <span className={lists['cut']}>
        <When at={modifiedAt} /> {message('permissions.byWhom', { name: modifiedBy })}
      </span>
    ),
  },
]

const renderCard = (row: PermissionSummary) => (
  <div className={lists['card']}>
    <div className={lists['words']}>
      <NameLink row={row} />
      <span className={lists['small']}>
        {message('permissions.cardCounts', {
          targets: row.targetCount,
          groups: row.groupCount,
          users: row.userCount,
        })}
      </span>
    </div>
  </div>
)

function NameLink({ row }: { row: PermissionSummary }) {
  return (
    <Link to="/admin/management/permissions/$name/edit" params={{ name: row.name }} className={lists['name']}>
      {row.name}
    </Link>
  )
}
