import { crowd, type Crowd, type CrowdChange, type WireCrowd } from '@bindery/contracts'
import { implement } from '../feature.ts'
import { changeCrowd, crowdSettings, readCrowd, toAsk, toStored } from './settings.ts'
import { tryCrowd } from './try-crowd.ts'

export const endpoints = implement(crowd, {
  isEnabled: {
    allow: 'public',
    handle: async (_call, { access }) => ({ enabled: (await access.live.get(crowdSettings)).isEnabled }),
  },
  read: { allow: 'administer', handle: (_call, services) => readCrowd(services) },
  change: { allow: 'administer', handle: (call, services) => changeCrowd(services, call, call.body) },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async ({ body }, services) => {
      const before = await services.access.live.get(crowdSettings)
      // Tried whether or not it is switched on.
      const stored = toStored(services, { ...body.settings, isEnabled: true }, before)
      return tryCrowd(services, toAsk(services, stored), body)
    },
  },
  readSettings: { allow: 'administer', handle: async (_call, services) => toWire(await readCrowd(services)) },
  putSettings: {
    allow: 'administer',
    handle: async (call, services) => toWire(await changeCrowd(services, call, fromWire(call.body))),
  },
})

const toWire = (settings: Crowd): WireCrowd => ({
  enable_integration: settings.isEnabled,
  server_url: settings.serverUrl,
  application_name: settings.applicationName,
  password: '',
  session_validation_interval: settings.sessionMinutes,
  use_default_proxy: settings.usesDefaultProxy,
  auto_user_creation: settings.autoCreateUsers,
  allow_user_to_access_profile: settings.allowProfile,
  direct_authentication: settings.usesDirectAuthentication,
  override_all_groups_upon_login: settings.syncGroups,
})

const fromWire = (wire: WireCrowd): CrowdChange => ({
  isEnabled: wire.enable_integration,
  serverUrl: wire.server_url,
  applicationName: wire.application_name,
  applicationPassword: wire.password ?? '',
  sessionMinutes: wire.session_validation_interval,
  usesDefaultProxy: wire.use_default_proxy,
  autoCreateUsers: wire.auto_user_creation,
  allowProfile: wire.allow_user_to_access_profile,
  usesDirectAuthentication: wire.direct_authentication,
  syncGroups: wire.override_all_groups_upon_login,
})
