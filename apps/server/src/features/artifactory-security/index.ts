// Artifactory's own calls for users, groups and permissions, over the functions that everybody else uses.
// https://jfrog.com/help/r/jfrog-rest-apis/security
import type { Feature } from '../feature.ts'
import { groupEndpoints } from './groups.ts'
import { permissionEndpoints } from './permissions.ts'
import { userEndpoints } from './users.ts'

export const artifactorySecurity: Feature = {
  name: 'artifactory-security',
  endpoints: [...userEndpoints, ...groupEndpoints, ...permissionEndpoints],
}
