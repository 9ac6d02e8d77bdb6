// Builds, the last that ran first.
import type { BuildSummary } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { When } from '../../shared/when.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { parseBuildSearch, placeOf } from './build-search.ts'
import { FirstBuild } from './first-build.tsx'
import { buildPages } from './queries.ts'
import { StatusTag } from './status-tag.tsx'
import { duration } from './words.ts'

export function BuildsScreen() {
  const { search } = useSearchParams(parseBuildSearch)
  const navigate = useNavigate()
  const list = usePagedRows(buildPages(search))
  const isEmpty = search === undefined && list.rows?.length === 0
  return (
    <>
      <PageHead title={message('shell.builds')} amount={list.total < 0 ? undefined : count(list.total)} />
      {isEmpty ? null : (
        <div className={lists['toolbar']}>
          <FilterField
            label={message('builds.filter')}
            value={search}
            className={lists['filter']}
            onChange={(next) => void navigate({ to: '/builds', search: { search: next }, replace: true })}
          />
        </div>
      )}
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('builds.failed')}
          empty={isEmpty ? <FirstBuild /> : <Empty title={message('builds.noMatch')} />}
          complete={(amount) => message('builds.loaded', { count: amount })}
          hints={[{ keys: ['j', 'k'], text: message('shared.keyMove') }]}
        >
          {(rows, isDimmed) => (
            <DataTable
              label={message('shell.builds')}
              rows={rows}
              total={list.total}
              columns={columns}
              rowKey={({ name, repository }) => `${repository}/${name}`}
              rowHeight={44}
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

const BuildLink = ({ name, repository }: BuildSummary) => (
  <Link to="/builds/$name" params={{ name }} search={placeOf(repository)} className={lists['name']}>
    {name}
  </Link>
)

const LatestLink = ({ name, repository, latest }: BuildSummary) => (
  <Link to="/builds/$name/$number" params={{ name, number: latest.number }} search={placeOf(repository)}>
    <code>{latest.number}</code>
  </Link>
)

const columns: Column<BuildSummary>[] = [
  {
    id: 'name',
    header: message('builds.build'),
    width: 'minmax(10rem, 1.6fr)',
    cell: (row) => <BuildLink {...row} />,
  },
  {
    id: 'latest',
    header: message('builds.latest'),
    width: 'minmax(7rem, 0.8fr)',
    cell: (row) => <LatestLink {...row} />,
  },
  {
    id: 'started',
    header: message('builds.started'),
    width: '9rem',
    cell: ({ latest }) => <When at={latest.started} />,
  },
  {
    id: 'duration',
    header: message('builds.duration'),
    width: '7rem',
    cell: ({ latest }) => duration(latest.durationMs) ?? message('shared.notGiven'),
  },
  {
    id: 'agent',
    header: message('builds.agent'),
    width: 'minmax(8rem, 1fr)',
    isExtra: true,
    cell: ({ latest }) => <span className={lists['cut']}>{latest.agent || message('shared.notGiven')}</span>,
  },
  {
    id: 'runs',
    header: message('builds.runs'),
    width: '5rem',
    isNumber: true,
    cell: ({ runs }) => count(runs),
  },
  {
    id: 'status',
    header: message('builds.status'),
    width: 'minmax(7rem, 0.7fr)',
    cell: ({ latest }) => <StatusTag status={latest.status} />,
  },
]

const renderCard = (row: BuildSummary) => <BuildCard row={row} />

function BuildCard({ row }: { row: BuildSummary }) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <BuildLink {...row} />
        <span className={lists['small']}>
          <LatestLink {...row} /> · <When at={row.latest.started} />
        </span>
      </div>
      <StatusTag status={row.latest.status} />
    </div>
  )
}
