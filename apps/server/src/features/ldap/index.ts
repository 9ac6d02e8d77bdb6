import { ldap as contract, ldapAccess } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { ldapRealm } from './realm.ts'
import { ldapSettings } from './settings.ts'

export const ldap: Feature = {
  name: 'ldap',
  endpoints: [
    ...later([contract], () => import('./routes.ts')),
    ...later([ldapAccess], () => import('./access-routes.ts')),
  ],
  configuration: async () => {
    const { mappingsPart, serversPart } = await import('./configuration.ts')
    return [serversPart, mappingsPart]
  },
  // Before Crowd: directories are where most people are.
  start: (services) => void services.access.realms.unshift(ldapRealm(services)),
  settingStates: {
    '/admin/configuration/security/ldap': async ({ access }) =>
      (await access.live.get(ldapSettings)).servers.length,
  },
}
