// The calls of the Access service for users, groups and permissions, over the functions that everybody else uses.
import { accessGroups, accessPermissions, accessSystem, accessUsers } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const accessIdentities: Feature = {
  name: 'access-identities',
  endpoints: [
    ...later([accessUsers], () => import('./users.ts')),
    ...later([accessGroups], () => import('./groups.ts')),
    ...later([accessPermissions], () => import('./permissions.ts')),
    ...later([accessSystem], () => import('./system.ts')),
  ],
}
