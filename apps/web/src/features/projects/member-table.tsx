import type { ProjectMember } from '@bindery/contracts'
import { useMemo, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import lists from '../../shared/list-page.module.css'
import { NameChips } from '../../shared/name-chips.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, GroupIcon, UserIcon } from '../../ui/icons.ts'
import { useMemberChanges } from './put-member.ts'
import { RolePicker } from './role-picker.tsx'

interface MemberTableProps {
  project: string
  rows: ProjectMember[]
  total: number
  canManage: boolean
  onEnd: () => void
  isDimmed: boolean
}

export function MemberTable({ project, rows, total, canManage, onEnd, isDimmed }: MemberTableProps) {
  const [removed, setRemoved] = useState<ProjectMember | undefined>(undefined)
  const columns = useMemo(() => columnsFor(project, canManage, setRemoved), [project, canManage])
  return (
    <>
      <DataTable
        label={message('projects.members')}
        rows={rows}
        total={total}
        columns={columns}
        rowKey={({ kind, name }) => `${kind}:${name}`}
        rowHeight={44}
        card={cardFor(project, canManage, setRemoved)}
        onEnd={onEnd}
        isDimmed={isDimmed}
      />
      {removed === undefined ? null : (
        <RemoveDialog project={project} member={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

const columnsFor = (
  project: string,
  canManage: boolean,
  onRemove: (member: ProjectMember) => void,
): Column<ProjectMember>[] => [
  {
    id: 'name',
    header: message('projects.memberName'),
    width: 'minmax(10rem, 1fr)',
    cell: ({ kind, name, size }) => (
      <span className={lists['cell']}>
        <KindIcon kind={kind} />
        <span className={lists['name']}>{name}</span>
        {size === null ? null : (
          <span className={lists['small']}>{message('shared.members', { count: size })}</span>
        )}
      </span>
    ),
  },
  {
    id: 'roles',
    header: message('projects.roles'),
    width: 'minmax(14rem, 2fr)',
    cell: (member) => <Roles project={project} member={member} canManage={canManage} />,
  },
  ...(canManage
    ? [
        {
          id: 'remove',
          header: message('shared.remove'),
          isHeaderHidden: true,
          width: '3.5rem',
          cell: (member: ProjectMember) => <RemoveButton member={member} onRemove={onRemove} />,
        },
      ]
    : []),
]

const cardFor =
  (project: string, canManage: boolean, onRemove: (member: ProjectMember) => void) =>
  (member: ProjectMember) => (
    <div className={lists['card']}>
      <KindIcon kind={member.kind} />
      <div className={lists['words']}>
        <span className={lists['name']}>{member.name}</span>
        <Roles project={project} member={member} canManage={canManage} />
      </div>
      {canManage ? <RemoveButton member={member} onRemove={onRemove} /> : null}
    </div>
  )

function Roles({
  project,
  member,
  canManage,
}: {
  project: string
  member: ProjectMember
  canManage: boolean
}) {
  if (!canManage) return <NameChips names={member.roles} show={4} />
  return <RolePicker project={project} member={member} />
}

function KindIcon({ kind }: { kind: ProjectMember['kind'] }) {
  const Glyph = kind === 'group' ? GroupIcon : UserIcon
  return <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
}

const RemoveButton = ({
  member,
  onRemove,
}: {
  member: ProjectMember
  onRemove: (member: ProjectMember) => void
}) => (
  <IconButton
    icon={CloseIcon}
    size={28}
    label={message('shared.removeWhat', { what: member.name })}
    onClick={() => onRemove(member)}
  />
)

interface RemoveDialogProps {
  project: string
  member: ProjectMember
  onClose: () => void
}

function RemoveDialog({ project, member, onClose }: RemoveDialogProps) {
  const { remove, isBusy } = useMemberChanges(project)
  const [error, setError] = useState<Error | null>(null)
  const confirm = async () => {
    try {
      await remove(member)
      notify('success', message('projects.memberRemoved', { name: member.name }))
      onClose()
    } catch (refusal) {
      if (refusal instanceof Error) setError(refusal)
    }
  }
  return (
    <ConfirmDialog
      title={message('projects.removeTitle', { name: member.name })}
      action={message('projects.removeMember')}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {member.size === null
          ? message('projects.removeUserText')
          : message('projects.removeGroupText', { count: member.size })}
      </p>
    </ConfirmDialog>
  )
}
