import type { ProjectSummary } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { chooseProject } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, EditIcon, GroupIcon, MoreIcon, RepositoryIcon } from '../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'

export interface ProjectMenuProps {
  project: ProjectSummary
  onDelete: (project: ProjectSummary) => void
}

export function ProjectMenu({ project, onDelete }: ProjectMenuProps) {
  const navigate = useNavigate()
  const user = useCurrentUser()?.name ?? ''
  const open = (to: string, search: object = {}) => {
    chooseProject(user, project.key)
    void navigate({ to, search })
  }
  const button = (
    <IconButton icon={MoreIcon} size={28} label={message('projects.actions', { name: project.name })} />
  )
  return (
    <Menu target={button}>
      <MenuItem icon={EditIcon} onClick={() => open('/admin/projects/overview', { activeTab: 'settings' })}>
        {message('projects.edit')}
      </MenuItem>
      <MenuItem icon={GroupIcon} onClick={() => open('/admin/projects/members')}>
        {message('projects.members')}
      </MenuItem>
      <MenuItem icon={RepositoryIcon} onClick={() => open('/admin/projects/resources')}>
        {message('projects.resources')}
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={DeleteIcon} onClick={() => onDelete(project)}>
        {message('projects.delete')}
      </MenuItem>
    </Menu>
  )
}
