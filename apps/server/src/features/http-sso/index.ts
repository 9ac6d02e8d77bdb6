import { httpSso as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { proxyIdentity } from './identify.ts'
import { httpSsoSettings } from './settings.ts'

export const httpSso: Feature = {
  name: 'http-sso',
  endpoints: later([contract], () => import('./routes.ts')),
  start: (services) => void services.access.requestIdentities.push(proxyIdentity(services)),
  settingStates: {
    '/admin/configuration/security/http_sso': async ({ access }) =>
      (await access.live.get(httpSsoSettings)).isEnabled,
  },
}
