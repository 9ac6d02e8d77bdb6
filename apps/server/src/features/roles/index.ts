import {
  environments,
  environmentViews,
  globalRoles,
  projectEnvironments,
  projectRoles,
  roleViews,
} from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const roles: Feature = {
  name: 'roles',
  endpoints: [
    ...later([globalRoles, projectRoles, environments, projectEnvironments], () => import('./routes.ts')),
    ...later([environmentViews, roleViews], () => import('./view-routes.ts')),
  ],
}
