// People and machines that sign in, and those who were invited.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSelection } from '../../lib/selection.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { NewLink } from '../../shared/new-link.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MailIcon } from '../../ui/icons.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { invitationList, userCounts, userPages } from './queries.ts'
import { hasFilter, noFilters, parseUserSearch, type UserSearch } from './user-search.ts'
import { UserTable } from './user-table.tsx'
import { UserToolbar } from './user-toolbar.tsx'
import styles from './users-screen.module.css'

const BulkBar = lazyPart(() => import('./bulk-bar.tsx'), 'BulkBar')
const Invitations = lazyPart(() => import('./invitations.tsx'), 'Invitations')
const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'), 'InviteDialog')

const newPath = '/admin/management/users/new'

export function UsersScreen() {
  const search = useSearchParams(parseUserSearch)
  const navigate = useNavigate()
  const [isInviting, setInviting] = useState(false)
  const counts = useQuery(userCounts).data
  const invitations = useQuery(invitationList).data
  const change = useCallback(
    (change: UserSearch, replace = false) =>
      void navigate({ to: '/admin/management/users', search: { ...search, ...change }, replace }),
    [navigate, search],
  )
  useShortcuts({ create: () => void navigate({ to: newPath }) })
  return (
    <>
      <PageHead title={message('shell.users')} amount={counts === undefined ? undefined : count(counts.all)}>
        <ChangeButton icon={MailIcon} onClick={() => setInviting(true)}>
          {message('people.invite')}
        </ChangeButton>
        <NewLink to={newPath}>{message('shell.newUser')}</NewLink>
      </PageHead>
      <div className={styles['tabs']}>
        <Tabs
          label={message('shell.users')}
          tabs={[
            { value: 'users', label: message('shell.users') },
            { value: 'invitations', label: message('people.invitations'), amount: invitations?.length },
          ]}
          value={search.activeTab ?? 'users'}
          onChange={(tab) => change({ activeTab: tab === 'invitations' ? 'invitations' : undefined })}
        >
          {search.activeTab === 'invitations' ? (
            <Suspense fallback={null}>
              <Invitations onInvite={() => setInviting(true)} />
            </Suspense>
          ) : (
            <UserList search={search} onChange={change} />
          )}
        </Tabs>
      </div>
      <Suspense fallback={null}>
        {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
      </Suspense>
    </>
  )
}

interface UserListProps {
  search: UserSearch
  onChange: (change: UserSearch, replace?: boolean) => void
}

function UserList({ search, onChange }: UserListProps) {
  const list = usePagedRows(userPages(search))
  const order = useMemo(() => (list.rows ?? []).map(({ name }) => name), [list.rows])
  const selection = useSelection(order)
  const selected = order.filter((name) => selection.keys.has(name))
  return (
    <>
      {selected.length === 0 ? (
        <UserToolbar search={search} onChange={onChange} />
      ) : (
        <Suspense fallback={null}>
          <BulkBar
            names={selected}
            loaded={order.length}
            onSelectAll={() => selection.set(order)}
            onClear={selection.clear}
          />
        </Suspense>
      )}
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('people.usersFailed')}
          empty={
            <Empty title={message('people.noUserMatches')} text={filtersInWords(search)}>
              {hasFilter(search) ? (
                <Button look="plain" onClick={() => onChange(noFilters)}>
                  {message('people.clearFilters')}
                </Button>
              ) : null}
            </Empty>
          }
          complete={(amount) => message('people.usersLoaded', { count: amount })}
          hints={[
            { keys: ['j', 'k'], text: message('shared.keyMove') },
            { keys: ['x'], text: message('people.keySelect') },
            { keys: ['n'], text: message('people.keyNew') },
          ]}
        >
          {(rows, isDimmed) => (
            <UserTable
              rows={rows}
              total={list.total}
              sort={search.sort ?? 'name:asc'}
              selection={selection}
              onSort={(sort) => onChange({ sort })}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
    </>
  )
}

/** Which filters are on, for a list that they emptied. */
function filtersInWords(search: UserSearch): string | undefined {
  const given = [search.search, search.status, search.realm, search.group].filter(
    (value) => value !== undefined,
  )
  const flags = [
    ...(search.admins === undefined ? [] : [message('people.admins')]),
    ...(search.unused === undefined ? [] : [message('people.unused')]),
  ]
  const all = [...given, ...flags]
  return all.length === 0 ? undefined : message('people.filteredBy', { filters: all.join(', ') })
}
