// Projects: spaces for teams, each with its own people, repositories and quota.
import type { ProjectSummary } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { total as totalOf } from '../../lib/numbers.ts'
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
import { cx } from '../../ui/cx.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { DeleteProject } from './delete-project.tsx'
import { ProjectCards } from './project-cards.tsx'
import cards from './project-cards.module.css'
import { type ProjectSearch, parseProjectSearch } from './project-search.ts'
import { ProjectTable } from './project-table.tsx'
import { projectPages } from './queries.ts'

const newPath = '/admin/projects/create'

export function ProjectsScreen() {
  const search = useSearchParams(parseProjectSearch)
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState<ProjectSummary | undefined>(undefined)
  const change = useCallback(
    (change: ProjectSearch, replace = false) =>
      void navigate({ to: '/admin/projects/list', search: { ...search, ...change }, replace }),
    [navigate, search],
  )
  useShortcuts({ create: () => void navigate({ to: newPath }) })
  const list = usePagedRows({
    ...projectPages(search.search),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(({ storage }) => storage.isCalculating)) === true
        ? 1000
        : false,
  })
  const amount = list.rows === undefined ? undefined : totalOf(list.total, list.rows.length)
  const isEmpty = list.rows?.length === 0 && search.search === undefined
  return (
    <>
      <PageHead title={message('shell.projects')} amount={amount}>
        <CreateLink />
      </PageHead>
      {isEmpty ? null : (
        <div className={lists['toolbar']}>
          <FilterField
            className={lists['filter']}
            label={message('projects.filter')}
            shortcut="/"
            value={search.search}
            onChange={(text) => change({ search: text }, true)}
          />
          <span className={lists['push']}>
            <Segmented
              label={message('projects.view')}
              options={[
                { value: 'cards', label: message('projects.cards') },
                { value: 'table', label: message('projects.table') },
              ]}
              value={search.view ?? 'cards'}
              onChange={(view) => change({ view: view === 'table' ? 'table' : undefined })}
            />
          </span>
        </div>
      )}
      <Card fills className={cx(lists['list'], !isEmpty && search.view !== 'table' && cards['plain'])}>
        <PagedList
          list={list}
          failed={message('projects.listFailed')}
          empty={<NoProjects isFiltered={!isEmpty} onClear={() => change({ search: undefined })} />}
          complete={(count) => message('projects.loaded', { count })}
          hints={[
            ...(search.view === 'table' ? [{ keys: ['j', 'k'], text: message('shared.keyMove') }] : []),
            { keys: ['n'], text: message('projects.keyNew') },
          ]}
        >
          {(rows, isDimmed) =>
            search.view === 'table' ? (
              <ProjectTable
                rows={rows}
                total={list.total}
                onEnd={list.loadMore}
                isDimmed={isDimmed}
                onDelete={setDeleted}
              />
            ) : (
              <ProjectCards rows={rows} isDimmed={isDimmed} onDelete={setDeleted} />
            )
          }
        </PagedList>
      </Card>
      {deleted === undefined ? null : (
        <DeleteProject project={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </>
  )
}

const CreateLink = () => <NewLink to={newPath}>{message('projects.create')}</NewLink>

function NoProjects({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <Empty title={message('projects.noneMatches')}>
        <Button look="plain" onClick={onClear}>
          {message('projects.clearFilter')}
        </Button>
      </Empty>
    )
  return (
    <Empty title={message('projects.none')} text={message('projects.noneText')}>
      <CreateLink />
    </Empty>
  )
}
