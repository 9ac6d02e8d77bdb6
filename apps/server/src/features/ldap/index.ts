import type { Feature } from '../feature.ts'
import { accessEndpoints } from './access-routes.ts'
import { mappingsPart, serversPart } from './configuration.ts'
import { ldapRealm } from './realm.ts'
import { ldapSettings } from './settings.ts'
import { endpoints } from './routes.ts'

export const ldap: Feature = {
  name: 'ldap',
  endpoints: [...endpoints, ...accessEndpoints],
  configuration: [serversPart, mappingsPart],
  // Before Crowd: directories are where most people are.
  start: (services) => void services.access.realms.unshift(ldapRealm(services)),
  settingStates: {
    '/admin/configuration/security/ldap': async ({ access }) =>
      (await access.live.get(ldapSettings)).servers.length,
  },
}
