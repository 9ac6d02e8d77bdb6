// The permissions: who may do what where. Filters answer "who can write to docker-prod?".
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { total as totalOf } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { actionLabels, allActions } from '../../shared/access/actions.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { NewLink } from '../../shared/new-link.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectButton } from '../../ui/select-button.tsx'
import { hasFilter, parsePermissionSearch, type PermissionSearch } from './permission-search.ts'
import { PermissionTable } from './permission-table.tsx'
import { permissionPages, repositoryList } from './queries.ts'

const newPath = '/admin/management/permissions/create'

export function PermissionsScreen() {
  const search = useSearchParams(parsePermissionSearch)
  const navigate = useNavigate()
  const change = useCallback(
    (change: PermissionSearch, replace = false) =>
      void navigate({ to: '/admin/management/permissions', search: { ...search, ...change }, replace }),
    [navigate, search],
  )
  const canCreate = useCurrentUser()?.canManageResources === true
  useShortcuts(canCreate ? { create: () => void navigate({ to: newPath }) } : {})
  const list = usePagedRows(permissionPages(search))
  const amount = list.rows === undefined ? undefined : totalOf(list.total, list.rows.length)
  return (
    <>
      <PageHead title={message('shell.permissions')} amount={amount}>
        <Link to="/admin/management/access-tester" className={buttonClass()}>
          {message('shell.accessTester')}
        </Link>
        {canCreate ? <NewLink to={newPath}>{message('shell.newPermission')}</NewLink> : null}
      </PageHead>
      <Toolbar search={search} onChange={change} />
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('permissions.failed')}
          empty={<NoPermissions search={search} onChange={change} />}
          complete={(count) => message('permissions.countLoaded', { count })}
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['Enter'], text: message('shared.keyOpen') },
            ...(canCreate ? [{ keys: ['n'], text: message('permissions.keyNew') }] : []),
          ]}
        >
          {(rows, isDimmed) => (
            <PermissionTable rows={rows} total={list.total} onEnd={list.loadMore} isDimmed={isDimmed} />
          )}
        </PagedList>
      </Card>
    </>
  )
}

interface ToolbarProps {
  search: PermissionSearch
  onChange: (change: PermissionSearch, replace?: boolean) => void
}

function Toolbar({ search, onChange }: ToolbarProps) {
  const repositories = useQuery(repositoryList).data ?? []
  return (
    <div className={lists['toolbar']}>
      <FilterField
        className={lists['filter']}
        label={message('permissions.filterName')}
        shortcut="/"
        value={search.search}
        onChange={(text) => onChange({ search: text }, true)}
      />
      <FilterField
        className={lists['short']}
        label={message('permissions.filterUser')}
        value={search.user}
        onChange={(user) => onChange({ user }, true)}
      />
      <FilterField
        className={lists['short']}
        label={message('permissions.filterGroup')}
        value={search.group}
        onChange={(group) => onChange({ group }, true)}
      />
      <SelectButton
        label={message('permissions.filterRepository')}
        value={search.repository ?? ''}
        options={[
          { value: '', label: message('permissions.all') },
          ...repositories.map(({ key }) => ({ value: key, label: key })),
        ]}
        onChange={(key) => onChange({ repository: key === '' ? undefined : key })}
      />
      <SelectButton
        label={message('permissions.filterAction')}
        value={search.action ?? ''}
        options={[
          { value: '', label: message('permissions.all') },
          ...allActions.map((action) => ({ value: action, label: message(actionLabels[action]) })),
        ]}
        onChange={(action) => onChange({ action: parsePermissionSearch({ action }).action })}
      />
    </div>
  )
}

function NoPermissions({ search, onChange }: ToolbarProps) {
  const canCreate = useCurrentUser()?.canManageResources === true
  if (!hasFilter(search) && !canCreate)
    return <Empty title={message('permissions.noneManaged')} text={message('permissions.noneManagedText')} />
  if (!hasFilter(search))
    return <Empty title={message('permissions.emptyTitle')} text={message('permissions.emptyText')} />
  return (
    <Empty title={message('permissions.noneMatch')} text={message('permissions.noneMatchText')}>
      <Button look="plain" onClick={() => onChange(noFilters)}>
        {message('permissions.clear')}
      </Button>
    </Empty>
  )
}

const noFilters: PermissionSearch = {
  search: undefined,
  user: undefined,
  group: undefined,
  repository: undefined,
  action: undefined,
}
