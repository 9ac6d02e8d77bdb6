import { oauth } from '@bindery/contracts'
import { listProviders, removeProvider } from '../../access/external/identity-providers.ts'
import type { Actor } from '../../access/actor.ts'
import { findTrouble } from '../../access/external/sso-browser.ts'
import { implement, type Services } from '../feature.ts'
import { presets } from './presets.ts'
import {
  createOAuthProvider,
  getOAuthProvider,
  oauthKind,
  oauthOffers,
  showOAuthProvider,
  updateOAuthProvider,
} from './providers.ts'
import { startSignIn, takeAnswer } from './sign-in.ts'
import { testSettings } from './test-settings.ts'
import type { OAuthProviderSettings } from '@bindery/contracts'

interface Asked {
  origin: string
  actor: Actor
  address: string
}

const list = async ({ origin }: Asked, { access }: Services) =>
  Promise.all((await listProviders(access, oauthKind)).map((one) => showOAuthProvider(access, origin, one)))

const create = async (
  call: Asked & { body: OAuthProviderSettings & { name: string } },
  { access }: Services,
) => {
  const { name, ...settings } = call.body
  return showOAuthProvider(access, call.origin, await createOAuthProvider(access, call, name, settings))
}

const get = async (call: Asked & { params: { name: string } }, { access }: Services) =>
  showOAuthProvider(access, call.origin, await getOAuthProvider(access, call.params.name))

const update = async (
  call: Asked & { params: { name: string }; body: OAuthProviderSettings },
  { access }: Services,
) =>
  showOAuthProvider(access, call.origin, await updateOAuthProvider(access, call, call.params.name, call.body))

const remove = (call: Asked & { params: { name: string } }, { access }: Services) =>
  removeProvider(access, call, oauthKind, call.params.name)

export const endpoints = implement(oauth, {
  list: { allow: 'administer', handle: list },
  presets: { allow: 'administer', handle: () => presets },
  create: { allow: 'administer', handle: create },
  get: { allow: 'administer', handle: get },
  update: { allow: 'administer', handle: update },
  remove: { allow: 'administer', handle: remove },
  test: {
    allow: 'administer',
    worksReadOnly: true,
    handle: async ({ origin, params }, services) =>
      testSettings(services, origin, await getOAuthProvider(services.access, params.name)),
  },
  start: {
    allow: 'public',
    handle: (call, services) => startSignIn(services, call, call.params.name, call.query.test === 'true'),
  },
  answer: { allow: 'public', handle: (call, services) => takeAnswer(services, call, call.params.name) },
  providers: { allow: 'public', handle: (_call, { access }) => oauthOffers(access) },
  ssoError: {
    allow: 'public',
    handle: async ({ params }, { access }) => ({ message: await findTrouble(access, params.id) }),
  },
  accessList: { allow: 'administer', handle: list },
  accessCreate: { allow: 'administer', handle: create },
  accessGet: { allow: 'administer', handle: get },
  accessUpdate: { allow: 'administer', handle: update },
  accessRemove: { allow: 'administer', handle: remove },
})
