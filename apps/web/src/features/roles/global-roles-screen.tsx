// The roles that hold in every project: predefined ones, which stay, and those made here.
import type { RoleUse } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { Holders } from './holders.tsx'
import { globalEnvironments, globalRoleList } from './queries.ts'
import { RolesPage } from './roles-page.tsx'

export function GlobalRolesScreen() {
  const roles = useQuery(globalRoleList)
  const environments = useQuery(globalEnvironments).data ?? []
  return (
    <RolesPage
      title={message('shell.globalRoles')}
      to="/admin/management/global_roles"
      canManage
      roles={roles}
      environments={environments}
      lockOf={predefined}
      below={holdersOf}
    />
  )
}

const holdersOf = ({ name }: RoleUse) => <Holders key={name} role={name} />

const predefined = ({ type }: RoleUse) =>
  type === 'ADMIN' || type === 'PREDEFINED' ? message('roles.predefined') : undefined
