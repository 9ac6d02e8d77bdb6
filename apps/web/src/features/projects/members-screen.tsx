// Who belongs to a project, and with which roles.
import type { ProjectOverview } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { total as totalOf } from '../../lib/numbers.ts'
import { Empty } from '../../shared/empty.tsx'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { PageHead } from '../../shared/page-head.tsx'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { ProjectPage } from '../../shared/project-page.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddMember } from './add-member.tsx'
import { MemberTable } from './member-table.tsx'
import { memberPages } from './queries.ts'

export function MembersScreen() {
  return (
    <ProjectPage title={message('projects.members')}>
      {(project) => <Members project={project} />}
    </ProjectPage>
  )
}

function Members({ project }: { project: ProjectOverview }) {
  const [search, setSearch] = useState<string | undefined>(undefined)
  const list = usePagedRows(memberPages(project.key, search))
  const canManage = project.can['manageMembers'] === true
  const amount = list.rows === undefined ? undefined : totalOf(list.total, list.rows.length)
  return (
    <>
      <PageHead title={message('projects.members')} amount={amount} />
      {canManage ? (
        <AddMember project={project.key} />
      ) : (
        <Notice>{message('projects.membersReadOnly')}</Notice>
      )}
      <div className={lists['toolbar']}>
        <FilterField
          className={lists['filter']}
          label={message('projects.filterMembers')}
          shortcut="/"
          value={search}
          onChange={setSearch}
        />
      </div>
      <Card fills className={lists['list']}>
        <PagedList
          list={list}
          failed={message('projects.membersFailed')}
          empty={
            search === undefined ? (
              <Empty title={message('projects.noMembers')} text={message('projects.noMembersText')} />
            ) : (
              <Empty title={message('projects.noMemberMatches')} />
            )
          }
          complete={(count) => message('shared.members', { count })}
          hints={[]}
        >
          {(rows, isDimmed) => (
            <MemberTable
              project={project.key}
              rows={rows}
              total={list.total}
              canManage={canManage}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </Card>
    </>
  )
}
