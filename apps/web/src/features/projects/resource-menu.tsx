import type { ProjectOverview, ProjectRepository } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, GroupIcon, MoreIcon } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { ResourceAction } from './resource-table.tsx'

interface ResourceMenuProps {
  project: ProjectOverview
  repository: ProjectRepository
  onAction: (action: ResourceAction) => void
}

/** What may be done with one of its own; nothing to those of others. */
export function ResourceMenu({ project, repository, onAction }: ResourceMenuProps) {
  const isOwn = repository.owner === project.key
  const canShare = isOwn && project.can['manageResources'] === true
  const canDetach = isOwn && project.can['administer'] === true
  if (!canShare && !canDetach) return null
  const button = (
    <IconButton icon={MoreIcon} size={28} label={message('projects.actions', { name: repository.key })} />
  )
  return (
    <Menu target={button}>
      {canShare ? (
        <MenuItem icon={GroupIcon} onClick={() => onAction({ kind: 'share', repository })}>
          {message('projects.share')}
        </MenuItem>
      ) : null}
      {canDetach ? (
        <MenuItem icon={CloseIcon} onClick={() => onAction({ kind: 'detach', repository })}>
          {message('projects.detach')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
