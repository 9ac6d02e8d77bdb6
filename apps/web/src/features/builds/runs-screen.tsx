// The runs of one build, newest first.
import type { BuildRun } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { parseBuildSearch } from './build-search.ts'
import { DeleteBuilds } from './delete-builds.tsx'
import { runDetails, runPages } from './queries.ts'
import { StatusTag } from './status-tag.tsx'
import { duration } from './words.ts'

export function RunsScreen() {
  const { name = '' } = useParams({ strict: false })
  const { repository } = useSearchParams(parseBuildSearch)
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const list = usePagedRows(runPages(name, repository))
  const number = list.rows?.[0]?.number ?? ''
  // Who may delete one run may delete all: rights are those of the build.
  const newest = useQuery({ ...runDetails({ name, number, repository }), enabled: number !== '' })
  const canDelete = newest.data?.can['delete'] === true
  const columns = useMemo(() => columnsOf(name, repository), [name, repository])
  const card = useMemo(() => cardOf(name, repository), [name, repository])
  return (
    <>
      <Breadcrumb crumbs={[{ text: message('shell.builds'), to: '/builds' }, { text: name }]} />
      <PageHead title={name} amount={list.total < 0 ? undefined : count(list.total)}>
        {canDelete ? <Button onClick={() => setDeleting(true)}>{message('builds.deleteAll')}</Button> : null}
      </PageHead>
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('builds.runsFailed')}
          empty={<Empty title={message('builds.noRuns')} />}
          complete={(amount) => message('builds.runsLoaded', { count: amount })}
          hints={[{ keys: ['j', 'k'], text: message('shared.keyMove') }]}
        >
          {(rows, isDimmed) => (
            <DataTable
              label={message('builds.runs')}
              rows={rows}
              total={list.total}
              columns={columns}
              rowKey={({ number, started }) => `${number} ${started}`}
              rowHeight={44}
              card={card}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
      {isDeleting ? (
        <DeleteBuilds
          name={name}
          repository={repository}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/builds' })}
        />
      ) : null}
    </>
  )
}

interface RunOf {
  name: string
  repository: string | undefined
  run: BuildRun
}

const RunLink = ({ name, repository, run: { number, started } }: RunOf) => (
  <Link
    to="/builds/$name/$number"
    params={{ name, number }}
    search={{ ...(repository !== undefined && { repository }), started }}
    className={lists['name']}
  >
    <code>{number}</code>
  </Link>
)

const columnsOf = (name: string, repository: string | undefined): Column<BuildRun>[] => [
  {
    id: 'number',
    header: message('builds.number'),
    width: 'minmax(6rem, 1fr)',
    cell: (run) => <RunLink name={name} repository={repository} run={run} />,
  },
  {
    id: 'started',
    header: message('builds.started'),
    width: '9rem',
    cell: ({ started }) => <When at={started} />,
  },
  {
    id: 'duration',
    header: message('builds.duration'),
    width: '7rem',
    cell: ({ durationMs }) => duration(durationMs) ?? message('shared.notGiven'),
  },
  {
    id: 'revision',
    header: message('builds.commit'),
    width: 'minmax(7rem, 1fr)',
    isExtra: true,
    cell: ({ revision }) => (
      <code className={lists['cut']}>{revision.slice(0, 12) || message('shared.notGiven')}</code>
    ),
  },
  {
    id: 'artifacts',
    header: message('builds.artifacts'),
    width: '6rem',
    isNumber: true,
    cell: ({ artifacts }) => count(artifacts),
  },
  {
    id: 'dependencies',
    header: message('builds.dependencies'),
    width: '8rem',
    isNumber: true,
    isExtra: true,
    cell: ({ dependencies }) => count(dependencies),
  },
  {
    id: 'status',
    header: message('builds.status'),
    width: 'minmax(7rem, 0.8fr)',
    cell: ({ status }) => <StatusTag status={status} />,
  },
]

const cardOf = (name: string, repository: string | undefined) => (run: BuildRun) => (
  <RunCard name={name} repository={repository} run={run} />
)

function RunCard(props: RunOf) {
  return (
    <div className={lists['card']}>
      <div className={lists['words']}>
        <RunLink {...props} />
        <When at={props.run.started} />
      </div>
      <StatusTag status={props.run.status} />
    </div>
  )
}
