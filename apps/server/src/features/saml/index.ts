// Sign-in through SAML 2.0. We are the service provider; what an identity provider says counts only when its signature
// does, and nothing is taken that was not asked for.
import { saml as contract } from '@bindery/contracts'
import { later, type Feature } from '../feature.ts'
import { samlOffers } from './offers.ts'
import { listProviders } from '../../access/external/identity-providers.ts'
import { samlKind } from './providers.ts'

export const saml: Feature = {
  name: 'saml',
  endpoints: later([contract], () => import('./routes.ts')),
  configuration: async () => [(await import('./configuration.ts')).samlPart],
  start: ({ access }) => void access.signInOffers.push(() => samlOffers(access)),
  settingStates: {
    '/admin/configuration/security/saml_integration': async ({ access }) =>
      (await listProviders(access, samlKind)).length,
  },
}
