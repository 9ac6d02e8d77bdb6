import type { Feature } from '../feature.ts'
import { accessEndpoints } from './access-routes.ts'
import { ldapRealm } from './realm.ts'
import { endpoints } from './routes.ts'

export const ldap: Feature = {
  name: 'ldap',
  endpoints: [...endpoints, ...accessEndpoints],
  // Before Crowd: directories are where most people are.
  start: (services) => void services.access.realms.unshift(ldapRealm(services)),
}
