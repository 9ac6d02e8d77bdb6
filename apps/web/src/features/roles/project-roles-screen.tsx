// The roles that members of one project can have: those of all projects, and its own.
import type { ProjectOverview, RoleUse } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { ProjectPage } from '../../shared/project-page.tsx'
import { environmentsOf, rolesOf } from './queries.ts'
import { RolesPage } from './roles-page.tsx'

export function ProjectRolesScreen() {
  return <ProjectPage title={message('roles.roles')}>{(project) => <Roles project={project} />}</ProjectPage>
}

function Roles({ project }: { project: ProjectOverview }) {
  const roles = useQuery(rolesOf(project.key))
  const environments = useQuery(environmentsOf(project.key)).data ?? []
  const canManage = project.can['manageResources'] === true
  const lockOf = ({ type }: RoleUse) => {
    if (type === 'ADMIN' || type === 'PREDEFINED') return message('roles.predefined')
    if (type === 'CUSTOM_GLOBAL') return message('roles.global')
    return canManage ? undefined : message('roles.readOnly')
  }
  return (
    <RolesPage
      title={message('roles.roles')}
      to="/admin/projects/roles"
      project={project.key}
      canManage={canManage}
      roles={roles}
      environments={environments}
      lockOf={lockOf}
    />
  )
}
