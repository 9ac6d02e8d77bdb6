// What the pages of one project share: which project it is, and what to do when none is chosen.
import { type ProjectOverview, projectViews } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLasting } from '../lib/delay.ts'
import { message } from '../lib/messages.ts'
import { useProjectChoice } from '../lib/project.ts'
import { query } from '../lib/query.ts'
import { useCurrentUser } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { SkeletonBlock } from '../ui/skeleton.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { PageHead } from './page-head.tsx'
import { PanelError } from './panel-error.tsx'
import { ProjectList } from './project-list.tsx'

const overview = (key: string) => query(projectViews.overview, { params: { key } })

/** While something is being calculated it is asked again. */
function useProjectOverview(key: string) {
  return useQuery({
    ...overview(key),
    refetchInterval: ({ state }) => (state.data?.storage.isCalculating === true ? 1000 : false),
  })
}

interface ProjectPageProps {
  title: string
  children: (project: ProjectOverview) => ReactNode
}

export function ProjectPage({ title, children }: ProjectPageProps) {
  const { chosen, isPending } = useProjectChoice()
  if (chosen !== undefined)
    return (
      <ChosenProject key={chosen.key} projectKey={chosen.key} title={title}>
        {children}
      </ChosenProject>
    )
  return isPending ? null : <NoProject title={title} />
}

function ChosenProject({ projectKey, title, children }: ProjectPageProps & { projectKey: string }) {
  const project = useProjectOverview(projectKey)
  const isAdmin = useCurrentUser()?.isAdmin === true
  const isSlow = useLasting(project.isPending, 1000)
  return (
    <>
      <Breadcrumb
        crumbs={[
          { text: message('shell.projects'), ...(isAdmin ? { to: '/admin/projects/list' } : {}) },
          { text: project.data?.name ?? projectKey, to: '/admin/projects/overview' },
          { text: title },
        ]}
      />
      {project.data === undefined && project.error !== null ? (
        <Card>
          <PanelError
            title={message('shared.projectFailed')}
            error={project.error}
            onRetry={() => void project.refetch()}
          />
        </Card>
      ) : null}
      {project.isPending && isSlow ? <SkeletonBlock /> : null}
      {project.data === undefined ? null : children(project.data)}
    </>
  )
}

function NoProject({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Card label={message('shared.chooseProject')}>
        <ProjectList />
      </Card>
    </>
  )
}
