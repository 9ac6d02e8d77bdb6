// OAuth providers: their settings, and what is shown of them. The client secret goes in and never comes out.
import { OAuthProviderSettings, type OAuthOffer, type OAuthProvider } from '@bindery/contracts'
import { z } from 'zod'
import type { Access } from '../../access/access.ts'
import type { Doer } from '../../access/audit.ts'
import {
  createProvider,
  getProvider,
  listProviders,
  updateProvider,
  type Provider,
  type ProviderKind,
} from '../../access/external/identity-providers.ts'
import { findTestSignIn } from '../../access/external/test-sign-in.ts'
import { badRequest } from '../../platform/errors.ts'
import { presetOf } from './presets.ts'

const StoredSettings = OAuthProviderSettings.omit({ clientSecret: true }).extend({
  issuer: z.string(),
  scopes: z.string(),
  nameClaim: z.string(),
  emailClaim: z.string(),
  groupClaim: z.string(),
  sealedSecret: z.string().optional(),
  /** As the configuration document gave them, until it gives others. */
  givenAddresses: z.object({ apiUrl: z.string(), authUrl: z.string(), tokenUrl: z.string() }).optional(),
})
type StoredSettings = z.infer<typeof StoredSettings>
export type StoredProvider = Provider<StoredSettings>

export const oauthKind: ProviderKind<StoredSettings> = {
  kind: 'oauth',
  label: 'OAuth provider',
  schema: StoredSettings,
}

export const getOAuthProvider = (access: Access, name: string) => getProvider(access, oauthKind, name)

export const createOAuthProvider = (
  access: Access,
  by: Doer,
  name: string,
  given: OAuthProviderSettings,
  givenAddresses?: StoredSettings['givenAddresses'],
): Promise<StoredProvider> =>
  createProvider(access, by, oauthKind, name, {
    ...complete(given),
    givenAddresses,
    sealedSecret: sealed(access, name, given.clientSecret),
  })

/** A secret that is left out, or empty as it is shown, stays; but it does not follow to another server. */
export const updateOAuthProvider = (
  access: Access,
  by: Doer,
  name: string,
  given: OAuthProviderSettings,
  givenAddresses?: StoredSettings['givenAddresses'],
): Promise<StoredProvider> =>
  updateProvider(access, by, oauthKind, name, {
    change: ({ settings: before }) => {
      const settings = complete(given)
      const fresh = sealed(access, name, given.clientSecret)
      if (fresh === undefined && before.sealedSecret !== undefined && settings.issuer !== before.issuer)
        throw badRequest(
          'The secret is for the address before. Give the one for this address.',
          'clientSecret',
        )
      return { ...settings, givenAddresses, sealedSecret: fresh ?? before.sealedSecret }
    },
    isSameWay: (before, after) => JSON.stringify(wayOf(before)) === JSON.stringify(wayOf(after)),
  })

export const openSecret = (access: Access, { name, settings }: StoredProvider): string | undefined =>
  settings.sealedSecret === undefined ? undefined : access.vault.open(settings.sealedSecret, contextOf(name))

export const callbackUrl = (origin: string, name: string) =>
  `${origin}/ui/api/v1/auth/oauth2/loginResponse/${name}`

const startPath = (name: string) => `/ui/api/v1/auth/oauth2/loginRequest/${name}`

export async function showOAuthProvider(
  access: Access,
  origin: string,
  { name, settings: { sealedSecret, givenAddresses: _, ...settings }, testedAt }: StoredProvider,
): Promise<OAuthProvider> {
  return {
    ...settings,
    name,
    clientSecret: '',
    hasClientSecret: sealedSecret !== undefined,
    callbackUrl: callbackUrl(origin, name),
    loginAddress: startPath(name),
    testedAt,
    lastTest: (await findTestSignIn(access, 'oauth', name)) ?? null,
  }
}

/** What the sign-in page shows. */
export async function oauthOffers(access: Access): Promise<OAuthOffer[]> {
  const providers = (await listProviders(access, oauthKind)).filter(({ settings }) => settings.isEnabled)
  return providers.map(({ name, settings }) => ({
    name,
    displayName: settings.displayName || name,
    type: settings.type,
    icon: settings.type,
    url: startPath(name),
    enabled: true,
  }))
}

function complete({ clientSecret: _secret, ...given }: OAuthProviderSettings): StoredSettings {
  const preset = presetOf(given.type)
  const issuer = (given.issuer || preset.issuer).replace(/\/+$/, '')
  if (issuer === '') throw badRequest('Give the address of the provider (its issuer).', 'issuer')
  return {
    ...given,
    issuer,
    scopes: given.scopes ?? preset.scopes,
    nameClaim: given.nameClaim || preset.nameClaim,
    emailClaim: given.emailClaim ?? preset.emailClaim,
    groupClaim: given.groupClaim ?? preset.groupClaim,
  }
}

const sealed = (access: Access, name: string, secret: string | undefined) =>
  secret === undefined || secret === '' ? undefined : access.vault.seal(secret, contextOf(name))

const contextOf = (name: string) => `oauth-secret:${name}`

/** What decides whether people come through. */
const wayOf = ({ type, issuer, clientId, scopes, nameClaim, sealedSecret }: StoredSettings) => [
  type,
  issuer,
  clientId,
  scopes,
  nameClaim,
  sealedSecret,
]
