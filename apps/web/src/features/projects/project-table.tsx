import type { ProjectSummary } from '@bindery/contracts'
import { useMemo } from 'react'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ProjectIcon } from '../../ui/icons.ts'
import { ProjectActions } from './project-actions.tsx'
import { membersOf } from './project-cards.tsx'
import { ProjectLink } from './project-link.tsx'
import { StorageMeter } from './storage-meter.tsx'

interface ProjectTableProps {
  rows: ProjectSummary[]
  total: number
  onEnd: () => void
  isDimmed: boolean
  onDelete: (project: ProjectSummary) => void
}

export function ProjectTable({ rows, total, onEnd, isDimmed, onDelete }: ProjectTableProps) {
  const columns = useMemo(() => columnsFor(onDelete), [onDelete])
  return (
    <DataTable
      label={message('shell.projects')}
      rows={rows}
      total={total}
      columns={columns}
      rowKey={({ key }) => key}
      rowHeight={44}
      card={cardFor(onDelete)}
      onEnd={onEnd}
      isDimmed={isDimmed}
    />
  )
}

const columnsFor = (onDelete: (project: ProjectSummary) => void): Column<ProjectSummary>[] => [
  {
    id: 'name',
    header: message('projects.name'),
    width: 'minmax(10rem, 1fr)',
    cell: (project) => <ProjectLink project={project} className={lists['name']} />,
  },
  {
    id: 'key',
    header: message('projects.key'),
    width: 'minmax(6rem, 10rem)',
    cell: ({ key }) => <code className={lists['cut']}>{key}</code>,
  },
  {
    id: 'admins',
    header: message('projects.administrators'),
    width: 'minmax(8rem, 14rem)',
    isExtra: true,
    cell: ({ admins, adminCount }) => <NameChips names={admins} count={adminCount} />,
  },
  {
    id: 'repositories',
    header: message('shell.repositories'),
    width: '7rem',
    isNumber: true,
    cell: ({ repositories }) => count(repositories),
  },
  {
    id: 'members',
    header: message('projects.members'),
    width: '6rem',
    isNumber: true,
    cell: ({ users, groups }) => count(users + groups),
  },
  {
    id: 'storage',
    header: message('projects.storage'),
    width: 'minmax(12rem, 18rem)',
    cell: (project) => <StorageMeter project={project} />,
  },
  {
    id: 'actions',
    header: message('projects.actionsColumn'),
    isHeaderHidden: true,
    width: '3.5rem',
    cell: (project) => <ProjectActions project={project} onDelete={onDelete} />,
  },
]

const cardFor = (onDelete: (project: ProjectSummary) => void) => (project: ProjectSummary) => (
  <div className={lists['card']}>
    <ProjectIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
    <div className={lists['words']}>
      <ProjectLink project={project} className={lists['name']} />
      <span className={lists['small']}>
        {project.key} · {membersOf(project)}
      </span>
    </div>
    <ProjectActions project={project} onDelete={onDelete} />
  </div>
)
