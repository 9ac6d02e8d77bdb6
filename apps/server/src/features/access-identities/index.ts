// The calls of the Access service for users, groups and permissions, over the functions that everybody else uses.
import { accessSystem } from '@bindery/contracts'
import { implement, type Feature } from '../feature.ts'
import { groupEndpoints } from './groups.ts'
import { permissionEndpoints } from './permissions.ts'
import { userEndpoints } from './users.ts'

/** The line of the Access service whose calls are answered. */
const apiLevel = '7.136.0'

const systemEndpoints = implement(accessSystem, {
  version: { allow: 'public', handle: () => ({ version: apiLevel }) },
})

export const accessIdentities: Feature = {
  name: 'access-identities',
  endpoints: [...userEndpoints, ...groupEndpoints, ...permissionEndpoints, ...systemEndpoints],
}
