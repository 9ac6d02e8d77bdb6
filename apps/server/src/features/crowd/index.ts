import type { Feature } from '../feature.ts'
import { crowdRealm } from './realm.ts'
import { crowdSettings } from './settings.ts'
import { endpoints } from './routes.ts'

export const crowd: Feature = {
  name: 'crowd',
  endpoints,
  start: (services) => void services.access.realms.push(crowdRealm(services)),
  settingStates: {
    '/admin/configuration/security/crowd_integration': async ({ access }) =>
      (await access.live.get(crowdSettings)).isEnabled,
  },
}
