// Artifactory's own calls for users, groups and permissions, over the functions that everybody else uses.
// https://jfrog.com/help/r/jfrog-rest-apis/security
import { artifactoryGroups, artifactoryPermissions, artifactoryUsers } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'

export const artifactorySecurity: Feature = {
  name: 'artifactory-security',
  endpoints: [
    ...later([artifactoryUsers], () => import('./users.ts')),
    ...later([artifactoryGroups], () => import('./groups.ts')),
    ...later([artifactoryPermissions], () => import('./permissions.ts')),
  ],
}
