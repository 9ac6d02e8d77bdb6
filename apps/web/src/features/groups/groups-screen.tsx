// Groups: names for many users, so that permissions need not name each of them.
import type { GroupSummary } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count, total as totalOf } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { NewLink } from '../../shared/new-link.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { GroupIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { type GroupSearch, hasFilter, noFilters, parseGroupSearch } from './group-search.ts'
import { groupPages } from './queries.ts'

const newPath = '/admin/management/groups/new'

export function GroupsScreen() {
  const search = useSearchParams(parseGroupSearch)
  const navigate = useNavigate()
  const change = useCallback(
    (change: GroupSearch, replace = false) =>
      void navigate({ to: '/admin/management/groups', search: { ...search, ...change }, replace }),
    [navigate, search],
  )
  useShortcuts({ create: () => void navigate({ to: newPath }) })
  const list = usePagedRows(groupPages(search))
  const amount = list.rows === undefined ? undefined : totalOf(list.total, list.rows.length)
  return (
    <>
      <PageHead title={message('shell.userGroups')} amount={amount}>
        <NewLink to={newPath}>{message('shell.newGroup')}</NewLink>
      </PageHead>
      <div className={lists['toolbar']}>
        <FilterField
          className={lists['filter']}
          label={message('people.filterGroups')}
          shortcut="/"
          value={search.search}
          onChange={(text) => change({ search: text }, true)}
        />
        <ChipRow label={message('people.savedFilters')}>
          <Chip
            isSelected={search.admins !== undefined}
            onSelect={() => change({ admins: search.admins === undefined ? 'true' : undefined })}
          >
            {message('people.adminGroups')}
          </Chip>
          <Chip
            isSelected={search.autoJoin !== undefined}
            onSelect={() => change({ autoJoin: search.autoJoin === undefined ? 'true' : undefined })}
          >
            {message('people.autoJoinGroups')}
          </Chip>
        </ChipRow>
      </div>
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('people.groupsFailed')}
          empty={<NoGroups search={search} onClear={() => change(noFilters)} />}
          complete={(amount) => message('people.groupsLoaded', { count: amount })}
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['Enter'], text: message('shared.keyOpen') },
            { keys: ['n'], text: message('people.keyNew') },
          ]}
        >
          {(rows, isDimmed) => (
            <DataTable
              label={message('shell.userGroups')}
              rows={rows}
              total={list.total}
              columns={columns}
              rowKey={({ name }) => name}
              rowHeight={44}
              sort={{ column: 'name', isDescending: false }}
              card={renderCard}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
    </>
  )
}

function NoGroups({ search, onClear }: { search: GroupSearch; onClear: () => void }) {
  if (!hasFilter(search))
    return <Empty title={message('people.groupsEmptyTitle')} text={message('people.groupsEmptyText')} />
  return (
    <Empty title={message('people.noGroupMatches')}>
      <Button look="plain" onClick={onClear}>
        {message('people.clearFilters')}
      </Button>
    </Empty>
  )
}

const columns: Column<GroupSummary>[] = [
  {
    id: 'name',
    header: message('people.columnGroup'),
    width: 'minmax(10rem, 1fr)',
    cell: (row) => (
      <span className={lists['cell']}>
        <GroupIcon size="1rem" stroke={1.5} aria-hidden="true" />
        <GroupLink name={row.name} />
      </span>
    ),
  },
  {
    id: 'description',
    header: message('people.description'),
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ description }) => <span className={lists['cut']}>{description}</span>,
  },
  {
    id: 'members',
    header: message('people.members'),
    width: '6rem',
    isNumber: true,
    cell: ({ members }) => count(members),
  },
  {
    id: 'permissions',
    header: message('shell.permissions'),
    width: '7rem',
    isNumber: true,
    cell: ({ permissions }) => count(permissions),
  },
  {
    id: 'role',
    header: message('people.role'),
    width: '12rem',
    isExtra: true,
    cell: (row) => <Traits row={row} />,
  },
  {
    id: 'realm',
    header: message('people.realm'),
    width: '6rem',
    cell: ({ realm }) => realm,
  },
]

function Traits({ row }: { row: GroupSummary }) {
  if (!row.isAdmin && !row.isAutoJoin) return message('shared.notGiven')
  return (
    <span className={lists['cell']}>
      {row.isAdmin ? <Tag look="accent">{message('people.administrators')}</Tag> : null}
      {row.isAutoJoin ? <Tag>{message('people.autoJoinTag')}</Tag> : null}
    </span>
  )
}

function GroupLink({ name }: { name: string }) {
  return (
    <Link to="/admin/management/groups/$name/edit" params={{ name }} className={lists['name']}>
      {name}
    </Link>
  )
}

const renderCard = (row: GroupSummary) => (
  <div className={lists['card']}>
    <GroupIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
    <div className={lists['words']}>
      <GroupLink name={row.name} />
      <span className={lists['small']}>
        {message('shared.members', { count: row.members })}
        {row.description === '' ? null : ` · ${row.description}`}
      </span>
    </div>
  </div>
)
