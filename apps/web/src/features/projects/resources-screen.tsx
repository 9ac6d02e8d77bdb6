// The repositories of a project: its own, those that others share with it, and how they come and go.
import type { ProjectOverview } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { ProjectPage } from '../../shared/project-page.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { repositoryPages } from './queries.ts'
import { parseResourceSearch, type ResourceSearch } from './resource-search.ts'
import { ResourceTable } from './resource-table.tsx'

const AssignDialog = lazyPart(() => import('./assign-dialog.tsx'), 'AssignDialog')

export function ResourcesScreen() {
  return (
    <ProjectPage title={message('projects.resources')}>
      {(project) => <Resources project={project} />}
    </ProjectPage>
  )
}

function Resources({ project }: { project: ProjectOverview }) {
  const search = useSearchParams(parseResourceSearch)
  const navigate = useNavigate()
  const [isAssigning, setAssigning] = useState(false)
  const change = (change: ResourceSearch, replace = false) =>
    void navigate({ to: '/admin/projects/resources', search: { ...search, ...change }, replace })
  const relation = search.show ?? 'own'
  const list = usePagedRows(repositoryPages(project.key, relation, search.search))
  const canAssign = project.can['administer'] === true
  return (
    <>
      <PageHead title={message('projects.resources')} amount={count(project.repositories)}>
        {canAssign ? (
          <ChangeButton look="filled" icon={PlusIcon} onClick={() => setAssigning(true)}>
            {message('projects.assign')}
          </ChangeButton>
        ) : null}
      </PageHead>
      <div className={lists['toolbar']}>
        <FilterField
          className={lists['filter']}
          label={message('projects.filterRepositories')}
          shortcut="/"
          value={search.search}
          onChange={(text) => change({ search: text }, true)}
        />
        <Segmented
          label={message('projects.which')}
          options={[
            { value: 'own', label: message('projects.own', { count: project.repositories }) },
            { value: 'shared', label: message('projects.shared', { count: project.sharedRepositories }) },
          ]}
          value={relation}
          onChange={(show) => change({ show: show === 'shared' ? 'shared' : undefined })}
        />
      </div>
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('projects.repositoriesFailed')}
          empty={
            search.search === undefined ? (
              <Empty
                title={message(relation === 'own' ? 'projects.noneOwn' : 'projects.noneShared')}
                text={message(relation === 'own' ? 'projects.noneOwnText' : 'projects.noneSharedText')}
              />
            ) : (
              <Empty title={message('projects.noRepositoryMatches')} />
            )
          }
          complete={(amount) => message('projects.repositoryCount', { count: amount })}
          hints={[]}
        >
          {(rows, isDimmed) => (
            <ResourceTable
              project={project}
              rows={rows}
              total={list.total}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
      <Suspense fallback={null}>
        {isAssigning ? <AssignDialog project={project} onClose={() => setAssigning(false)} /> : null}
      </Suspense>
    </>
  )
}
