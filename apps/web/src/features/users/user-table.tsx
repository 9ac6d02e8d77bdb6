import type { UserSummary } from '@bindery/contracts'
import { useMemo } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import type { Selection } from '../../lib/selection.ts'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { When } from '../../shared/when.tsx'
import { type Column, DataTable, type Sort } from '../../ui/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { RowCheckbox } from '../../shared/row-checkbox.tsx'
import { realmLabel } from './realm.ts'
import { parseUserSearch, type UserSearch } from './user-search.ts'
import { UserState } from './user-state.tsx'

interface UserTableProps {
  rows: UserSummary[]
  total: number
  sort: NonNullable<UserSearch['sort']>
  selection: Selection
  onSort: (sort: UserSearch['sort']) => void
  onEnd: () => void
  isDimmed: boolean
}

export function UserTable({ sort, selection, onSort, ...rest }: UserTableProps) {
  const columns = useMemo(() => columnsFor(selection), [selection])
  return (
    <DataTable
      {...rest}
      label={message('shell.users')}
      columns={columns}
      rowKey={({ name }) => name}
      rowHeight={44}
      sort={sortOf(sort)}
      onSort={(next) => onSort(sortParam(next))}
      card={renderCard}
      onSelect={({ name }) => selection.toggle(name)}
    />
  )
}

const columnsFor = (selection: Selection): Column<UserSummary>[] => [
  {
    id: 'select',
    header: message('people.select'),
    isHeaderHidden: true,
    width: '2.75rem',
    cell: ({ name }) => (
      <RowCheckbox
        label={message('people.selectUser', { name })}
        checked={selection.keys.has(name)}
        onToggle={(isRange) => selection.toggle(name, isRange)}
      />
    ),
  },
  {
    id: 'name',
    header: message('people.columnUser'),
    width: 'minmax(8rem, 1fr)',
    canSort: true,
    cell: (row) => <UserLink name={row.name} />,
  },
  {
    id: 'email',
    header: message('people.email'),
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ email }) => <span className={lists['cut']}>{email ?? message('shared.notGiven')}</span>,
  },
  {
    id: 'realm',
    header: message('people.realm'),
    width: '6.5rem',
    cell: ({ realm }) => realmLabel(realm),
  },
  {
    id: 'groups',
    header: message('people.groups'),
    width: 'minmax(10rem, 1.2fr)',
    isExtra: true,
    cell: ({ groups }) => <NameChips names={groups} />,
  },
  {
    id: 'role',
    header: message('people.role'),
    width: '8rem',
    cell: (row) => <Role row={row} />,
  },
  {
    id: 'secondFactor',
    header: message('people.mfa'),
    width: '4.5rem',
    cell: ({ hasSecondFactor }) => message(hasSecondFactor ? 'people.on' : 'people.off'),
  },
  {
    id: 'signedIn',
    header: message('people.lastSignIn'),
    width: '8.5rem',
    canSort: true,
    cell: ({ lastSignedInAt }) =>
      lastSignedInAt === null ? message('people.never') : <When at={lastSignedInAt} />,
  },
  {
    id: 'status',
    header: message('people.status'),
    width: '7rem',
    cell: (row) => <UserState row={row} />,
  },
]

function Role({ row }: { row: UserSummary }) {
  if (row.isAdmin) return <Tag look="accent">{message('people.administrator')}</Tag>
  if (row.privileges.length === 0) return message('shared.notGiven')
  return <Tag>{message('people.privilegeCount', { count: row.privileges.length })}</Tag>
}

function UserLink({ name }: { name: string }) {
  return (
    <Link to="/admin/management/users/$name/edit" params={{ name }} className={lists['name']}>
      {name}
    </Link>
  )
}

const renderCard = (row: UserSummary) => (
  <div className={lists['card']}>
    <div className={lists['words']}>
      <UserLink name={row.name} />
      <span className={lists['small']}>
        {row.email ?? realmLabel(row.realm)}
        {row.isAdmin ? ` · ${message('people.administrator')}` : null}
      </span>
    </div>
    <UserState row={row} />
  </div>
)

// The columns are named for people, the wire sorts by `name` and `signedIn`.
const sortOf = (sort: string): Sort => ({
  column: sort.startsWith('name') ? 'name' : 'signedIn',
  isDescending: sort.endsWith('desc'),
})

const sortParam = ({ column, isDescending }: Sort): UserSearch['sort'] =>
  parseUserSearch({ sort: `${column}:${isDescending ? 'desc' : 'asc'}` }).sort
