import { saml } from '@bindery/contracts'
import { listProviders, removeProvider } from '../../access/external/identity-providers.ts'
import { findRegistrationId } from '../../access/external/pending-registration.ts'
import { PlainReply } from '../../platform/http/implement.ts'
import { implement } from '../feature.ts'
import { fromAccessSaml, toAccessSaml } from './access-api.ts'
import { describeOurselves } from './client.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import { logoutAddress, takeLogout } from './logout.ts'
import { samlOffers } from './offers.ts'
import {
  createSamlProvider,
  getSamlProvider,
  ourAddresses,
  refuseUntestedRedirect,
  samlKind,
  showSamlProvider,
  updateSamlProvider,
} from './providers.ts'
import { finishWay, startSignIn, takeAnswer } from './sign-in.ts'
import { testSettings } from './test-settings.ts'

export const endpoints = implement(saml, {
  list: {
    allow: 'administer',
    handle: async ({ origin }, services) => {
      const providers = await listProviders(services.access, samlKind)
      return Promise.all(providers.map((provider) => showSamlProvider(services, origin, provider)))
    },
  },
  create: {
    allow: 'administer',
    handle: async (call, services) => {
      const { name, ...settings } = call.body
      refuseUntestedRedirect(settings.autoRedirect, undefined)
      return showSamlProvider(services, call.origin, await createSamlProvider(services, call, name, settings))
    },
  },
  get: {
    allow: 'administer',
    handle: async ({ origin, params }, services) =>
      showSamlProvider(services, origin, await getSamlProvider(services.access, params.name)),
  },
  update: {
    allow: 'administer',
    handle: async (call, services) => {
      const { name } = call.params
      refuseUntestedRedirect(call.body.autoRedirect, await getSamlProvider(services.access, name))
      return showSamlProvider(
        services,
        call.origin,
        await updateSamlProvider(services, call, name, call.body),
      )
    },
  },
  remove: {
    allow: 'administer',
    handle: (call, { access }) => removeProvider(access, call, samlKind, call.params.name),
  },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async ({ origin, params }, services) =>
      testSettings(services, origin, await getSamlProvider(services.access, params.name)),
  },
  readMetadata: {
    allow: 'administer',
    worksReadOnly: true,
    handle: ({ body }, services) => readIdpMetadata(services, body),
  },
  metadata: {
    allow: 'public',
    handle: async ({ origin, params }, { access }) => {
      const provider = await getSamlProvider(access, params.name)
      return new PlainReply({
        status: 200,
        headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8' },
        body: await describeOurselves(access, provider, ourAddresses(origin, provider)),
      })
    },
  },
  start: {
    allow: 'public',
    handle: (call, services) => startSignIn(services, call, call.params.name, call.query.test === 'true'),
  },
  answer: {
    allow: 'public',
    worksReadOnly: true,
    isOpenToOtherSites: true,
    handle: (call, services) => takeAnswer(services, call, call.params.name, call.body.SAMLResponse),
  },
  finish: {
    allow: 'public',
    handle: (call, services) => finishWay(services, call, call.params.name, call.query.code),
  },
  logoutByRedirect: {
    allow: 'public',
    handle: (call, services) =>
      takeLogout(services, call, call.params.name, {
        ...call.query,
        rawQuery: call.raw.url?.split('?')[1] ?? '',
      }),
  },
  logoutByPost: {
    allow: 'public',
    worksReadOnly: true,
    isOpenToOtherSites: true,
    handle: (call, services) => takeLogout(services, call, call.params.name, call.body),
  },
  logoutRequest: {
    allow: 'public',
    handle: async (call, services) => ({
      logoutUrl: await logoutAddress(services, call, call.query.peek === 'true' ? 'look' : 'take'),
    }),
  },
  autoRedirect: {
    allow: 'public',
    handle: async (_call, { access }) => {
      const { ssoProviderLink } = await samlOffers(access)
      return { isAutoRedirectLogin: ssoProviderLink !== null, ssoProviderLink: ssoProviderLink ?? '' }
    },
  },
  registrationId: {
    allow: 'public',
    handle: async (call, { access }) => ({ samlRegistrationId: await findRegistrationId(access, call) }),
  },
  accessList: {
    allow: 'administer',
    handle: async (_call, { access }) => (await listProviders(access, samlKind)).map(toAccessSaml),
  },
  accessCreate: {
    allow: 'administer',
    handle: async (call, services) =>
      toAccessSaml(await createSamlProvider(services, call, call.body.name, fromAccessSaml(call.body))),
  },
  accessGet: {
    allow: 'administer',
    handle: async ({ params }, { access }) => toAccessSaml(await getSamlProvider(access, params.name)),
  },
  accessUpdate: {
    allow: 'administer',
    handle: async (call, services) => {
      const { ownKey: _kept, ...before } = (await getSamlProvider(services.access, call.params.name)).settings
      const settings = fromAccessSaml(call.body, before)
      return toAccessSaml(await updateSamlProvider(services, call, call.params.name, settings))
    },
  },
  accessRemove: {
    allow: 'administer',
    handle: (call, { access }) => removeProvider(access, call, samlKind, call.params.name),
  },
})
