import { crowd as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { crowdRealm } from './realm.ts'
import { crowdSettings } from './settings.ts'

export const crowd: Feature = {
  name: 'crowd',
  endpoints: later([contract], () => import('./routes.ts')),
  start: (services) => void services.access.realms.push(crowdRealm(services)),
  settingStates: {
    '/admin/configuration/security/crowd_integration': async ({ access }) =>
      (await access.live.get(crowdSettings)).isEnabled,
  },
}
