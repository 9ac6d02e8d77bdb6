// Sign-in through OAuth 2 and OpenID Connect. We are a client of the provider; who came is taken from what it signed.
import { oauth as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { listProviders } from '../../access/external/identity-providers.ts'
import { oauthKind } from './providers.ts'

export const oauth: Feature = {
  name: 'oauth',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).oauthPart],
  settingStates: {
    '/admin/configuration/security/oauth': async ({ access }) =>
      (await listProviders(access, oauthKind)).length,
  },
}
