// Sign-in through OAuth 2 and OpenID Connect. We are a client of the provider; who came is taken from what it signed.
import type { Feature } from '../feature.ts'
import { listProviders } from '../../access/external/identity-providers.ts'
import { oauthKind } from './providers.ts'
import { oauthPart } from './configuration.ts'
import { endpoints } from './routes.ts'

export const oauth: Feature = {
  name: 'oauth',
  endpoints,
  configuration: [oauthPart],
  settingStates: {
    '/admin/configuration/security/oauth': async ({ access }) =>
      (await listProviders(access, oauthKind)).length,
  },
}
