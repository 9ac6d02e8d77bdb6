import type { ProjectOverview, ProjectRepository } from '@bindery/contracts'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { EnvironmentPicker } from './environment-picker.tsx'
import { DetachDialog } from './move-dialogs.tsx'
import { ShareDialog } from './share-dialog.tsx'

const ResourceMenu = lazyPart(() => import('./resource-menu.tsx'), 'ResourceMenu')

interface ResourceTableProps {
  project: ProjectOverview
  rows: ProjectRepository[]
  total: number
  onEnd: () => void
  isDimmed: boolean
}

export type ResourceAction = { kind: 'detach' | 'share'; repository: ProjectRepository }

export function ResourceTable({ project, rows, total, onEnd, isDimmed }: ResourceTableProps) {
  const [action, setAction] = useState<ResourceAction | undefined>(undefined)
  const columns = useMemo(() => columnsFor(project, setAction), [project])
  const close = () => setAction(undefined)
  return (
    <>
      <DataTable
        label={message('projects.resources')}
        rows={rows}
        total={total}
        columns={columns}
        rowKey={({ key }) => key}
        rowHeight={44}
        card={cardFor(project, setAction)}
        onEnd={onEnd}
        isDimmed={isDimmed}
      />
      {action?.kind === 'detach' ? (
        <DetachDialog project={project} repository={action.repository.key} onClose={close} />
      ) : null}
      {action?.kind === 'share' ? (
        <ShareDialog project={project} repository={action.repository} onClose={close} />
      ) : null}
    </>
  )
}

const columnsFor = (
  project: ProjectOverview,
  onAction: (action: ResourceAction) => void,
): Column<ProjectRepository>[] => [
  {
    id: 'key',
    header: message('projects.repository'),
    width: 'minmax(12rem, 1.4fr)',
    cell: ({ key, format }) => (
      <span className={lists['cell']}>
        <FormatTile format={format} />
        <span className={lists['name']}>{key}</span>
      </span>
    ),
  },
  { id: 'kind', header: message('projects.kind'), width: '5rem', cell: ({ kind }) => kind },
  {
    id: 'environments',
    header: message('shell.environments'),
    width: 'minmax(10rem, 1fr)',
    cell: (row) =>
      row.owner === project.key && project.can['manageResources'] === true ? (
        <EnvironmentPicker project={project.key} repository={row} />
      ) : (
        <NameChips names={row.environments} show={3} />
      ),
  },
  {
    id: 'shared',
    header: message('projects.sharing'),
    width: 'minmax(9rem, 1fr)',
    isExtra: true,
    cell: (row) => <Sharing project={project.key} row={row} />,
  },
  {
    id: 'actions',
    header: message('projects.actionsColumn'),
    isHeaderHidden: true,
    width: '3.5rem',
    cell: (row) => <RowMenu project={project} repository={row} onAction={onAction} />,
  },
]

const cardFor =
  (project: ProjectOverview, onAction: (action: ResourceAction) => void) => (row: ProjectRepository) => (
    <div className={lists['card']}>
      <FormatTile format={row.format} />
      <div className={lists['words']}>
        <span className={lists['name']}>{row.key}</span>
        <span className={lists['small']}>{[row.kind, ...row.environments].join(' · ')}</span>
      </div>
      <RowMenu project={project} repository={row} onAction={onAction} />
    </div>
  )

const RowMenu = (props: ComponentProps<typeof ResourceMenu>) => (
  <Suspense fallback={null}>
    <ResourceMenu {...props} />
  </Suspense>
)

/** With whom its own are shared; whose the others are. */
function Sharing({ project, row }: { project: string; row: ProjectRepository }) {
  if (row.owner !== project)
    return (
      <span className={lists['cell']}>
        {row.owner === null
          ? message('projects.ofNobody')
          : message('projects.ofProject', { key: row.owner })}
        {row.isReadOnly ? <Tag>{message('projects.readOnly')}</Tag> : null}
      </span>
    )
  if (row.isSharedWithAll) return <Tag>{message('projects.sharedWithAll')}</Tag>
  return <NameChips names={row.sharedWith} />
}
