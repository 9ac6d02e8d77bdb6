// The catalogue: what exists, how fresh it is, how to install it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useCurrentUser } from '../../lib/session.ts'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Sort } from '../../ui/data-table.tsx'
import { FirstPublish } from './first-publish.tsx'
import { NoMatch } from './no-match.tsx'
import { hasFilter, type PackageSearch, parsePackageSearch } from './package-search.ts'
import { PackageTable } from './package-table.tsx'
import styles from './packages-screen.module.css'
import { countAll, packageCounts, packagePages, recentPackages } from './queries.ts'
import { Toolbar } from './toolbar.tsx'

export function PackagesScreen() {
  const search = useSearchParams(parsePackageSearch)
  const change = useChangeSearch(search)
  const counts = useQuery(packageCounts)
  const isRecent = useCurrentUser()?.isAdmin === true && !hasFilter(search) && search.show === undefined
  const known = counts.data === undefined ? undefined : countAll(counts.data)
  const isNew = known === 0 && !hasFilter(search)
  return (
    <>
      <PageHead title={message('packages.title')} amount={known === undefined ? undefined : count(known)} />
      {isNew ? (
        <Card fills>
          <FirstPublish />
        </Card>
      ) : (
        <>
          <Toolbar search={search} counts={counts.data} isPrompt={isRecent} onChange={change} />
          <Heading isRecent={isRecent} search={search} onChange={change} />
          <PackageList search={search} isRecent={isRecent} onChange={change} />
        </>
      )}
    </>
  )
}

interface ListProps {
  search: PackageSearch
  isRecent: boolean
  onChange: (change: PackageSearch) => void
}

function Heading({ isRecent, search, onChange }: ListProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  if (isRecent) {
    return (
      <div className={styles['heading']}>
        <h2>{message('packages.recent')}</h2>
        <Button look="plain" size={28} onClick={() => onChange({ show: 'all' })}>
          {message('packages.showAll')}
        </Button>
      </div>
    )
  }
  if (!isAdmin || hasFilter(search)) return null
  return (
    <div className={styles['heading']}>
      <h2>{message('packages.allTitle')}</h2>
      <Button look="plain" size={28} onClick={() => onChange({ show: undefined, sort: undefined })}>
        {message('packages.showRecent')}
      </Button>
    </div>
  )
}

function PackageList({ search, isRecent, onChange }: ListProps) {
  const list = usePagedRows(isRecent ? recentPackages : packagePages(search))
  const hasRows = list.rows !== undefined && list.rows.length > 0
  return (
    <Card fills className={hasRows ? lists['list'] : undefined}>
      <PagedList
        list={list}
        failed={message('packages.failed')}
        empty={<NoMatch search={search} onChange={onChange} />}
        complete={(amount) => message('packages.countLoaded', { count: amount })}
        hints={[
          { keys: ['j', 'k'], text: message('shared.keyMove') },
          { keys: ['Enter'], text: message('shared.keyOpen') },
          { keys: ['y'], text: message('packages.keyCopy') },
        ]}
      >
        {(rows, isDimmed) => (
          <PackageTable
            rows={rows}
            total={list.total}
            sort={isRecent ? { column: 'published', isDescending: true } : sortOf(search)}
            onSort={isRecent ? undefined : (sort) => onChange({ sort: sortParam(sort) })}
            onEnd={isRecent ? undefined : list.loadMore}
            isDimmed={isDimmed}
          />
        )}
      </PagedList>
    </Card>
  )
}

function useChangeSearch(search: PackageSearch) {
  const navigate = useNavigate()
  return (change: PackageSearch) =>
    void navigate({ to: '/packages', search: { ...search, ...change }, replace: 'name' in change })
}

// The columns are named for people, the wire sorts by `name` and `modified`.
function sortOf({ sort = 'name:asc' }: PackageSearch): Sort {
  return { column: sort.startsWith('name') ? 'package' : 'published', isDescending: sort.endsWith('desc') }
}

function sortParam({ column, isDescending }: Sort): PackageSearch['sort'] {
  if (column === 'package') return isDescending ? 'name:desc' : undefined
  return isDescending ? 'modified:desc' : 'modified:asc'
}
