// OAuth providers in the configuration document. It names the three addresses of a provider; we need its issuer, from which
// they are discovered, and keep the addresses as they were given.
import { OAuthProviderSettings, type OAuthType } from '@bindery/contracts'
import type { Access } from '../../access/access.ts'
import type { Doer } from '../../access/audit.ts'
import { listProviders, removeProvider } from '../../access/external/identity-providers.ts'
import { badRequest, quote } from '../../platform/errors.ts'
import { mergeKeyed, type PlainObject, readElement } from '../../registry/config/elements.ts'
import { flag, type Member, text } from '../../registry/config/member.ts'
import type { ConfigurationPart, Services } from '../feature.ts'
import { presetOf } from './presets.ts'
import { createOAuthProvider, oauthKind, type StoredProvider, updateOAuthProvider } from './providers.ts'

const provider = {
  enabled: flag(true),
  providerType: text(),
  id: text(),
  secret: text(),
  apiUrl: text(),
  authUrl: text(),
  tokenUrl: text(),
  name: text(),
}
/** Read apart: things by their names. */
const whole: Member<PlainObject> = { fallback: {}, read: (value) => value as PlainObject }

const members = {
  enableIntegration: flag(),
  persistUsers: flag(),
  allowUserToAccessProfile: flag(),
  oauthProvidersSettings: whole,
}

/** As clients spell the types; those that are not among them speak OpenID Connect. */
const types = new Map<string, OAuthType>([
  ['github', 'github'],
  ['google', 'google'],
  ['openid', 'openid'],
  ['gitlab', 'gitlab'],
  ['azure', 'azure'],
])
const spelled = (type: OAuthType) => (type === 'openid' ? 'openId' : type)

export async function describeOAuth(access: Access): Promise<PlainObject> {
  const all = await listProviders(access, oauthKind)
  return {
    enableIntegration: all.some(({ settings }) => settings.isEnabled),
    persistUsers: all.some(({ settings }) => settings.autoCreateUsers),
    allowUserToAccessProfile: all.some(({ settings }) => settings.allowProfile),
    oauthProvidersSettings: Object.fromEntries(all.map((one) => [one.name, describe(one)])),
  }
}

const describe = ({ settings }: StoredProvider): PlainObject => ({
  enabled: settings.isEnabled,
  providerType: spelled(settings.type),
  id: settings.clientId,
  apiUrl: settings.givenAddresses?.apiUrl ?? settings.issuer,
  authUrl: settings.givenAddresses?.authUrl ?? settings.issuer,
  tokenUrl: settings.givenAddresses?.tokenUrl ?? settings.issuer,
})

export const oauthPart: ConfigurationPart = {
  path: ['security', 'oauthSettings'],
  describe: ({ access }) => describeOAuth(access),
  async merge(services, by, given) {
    const { values, rest } = readElement(
      'security.oauthSettings',
      given ?? { enableIntegration: false, oauthProvidersSettings: null },
      members,
    )
    const {
      oauthProvidersSettings: named,
      enableIntegration,
      persistUsers,
      allowUserToAccessProfile,
    } = values
    const common = {
      ...(enableIntegration === false && { isEnabled: false }),
      ...(persistUsers !== undefined && { autoCreateUsers: persistUsers }),
      ...(allowUserToAccessProfile !== undefined && { allowProfile: allowUserToAccessProfile }),
    }
    const left =
      named &&
      (await mergeKeyed('security.oauthSettings.oauthProvidersSettings', isNone(named) ? null : named, {
        keys: async () => (await listProviders(services.access, oauthKind)).map((one) => one.name),
        remove: (name) => removeProvider(services.access, by, oauthKind, name),
        merge: (name, element) => mergeProvider(services, by, name, element, common),
      }))
    if (Object.keys(common).length > 0) await changeAll(services, by, common)
    return left || rest ? { ...rest, ...(left && { oauthProvidersSettings: left }) } : undefined
  },
}

/** How Terraform takes all away. */
const isNone = (named: PlainObject) => Object.keys(named).length === 0

async function changeAll({ access }: Services, by: Doer, common: object): Promise<void> {
  for (const { name, settings } of await listProviders(access, oauthKind))
    await updateOAuthProvider(
      access,
      by,
      name,
      OAuthProviderSettings.parse({ ...settings, ...common }),
      settings.givenAddresses,
    )
}

async function mergeProvider(
  { access }: Services,
  by: Doer,
  name: string,
  given: PlainObject,
  common: object,
): Promise<PlainObject | undefined> {
  const { values, rest } = readElement(
    `security.oauthSettings.oauthProvidersSettings.${name}`,
    given,
    provider,
  )
  const before = (await listProviders(access, oauthKind)).find((one) => one.name === name)
  const { settings: known } = before ?? {}
  const type = values.providerType === undefined ? (known?.type ?? 'openid') : typeOf(values.providerType)
  const addresses = addressesOf(values, known?.givenAddresses)
  const isMoved = values.authUrl !== undefined && values.authUrl !== known?.givenAddresses?.authUrl
  const settings = OAuthProviderSettings.parse({
    ...known,
    type,
    isEnabled: values.enabled ?? known?.isEnabled,
    clientId: values.id ?? known?.clientId,
    clientSecret: values.secret,
    issuer: isMoved ? issuerOf(type, addresses.authUrl) : known?.issuer,
    ...common,
  })
  const save = before ? updateOAuthProvider : createOAuthProvider
  await save(access, by, name, settings, addresses)
  return rest
}

interface Addresses {
  apiUrl: string
  authUrl: string
  tokenUrl: string
}

/** What is not given stays. */
const addressesOf = (given: Partial<Addresses>, before: Partial<Addresses> = {}): Addresses => ({
  apiUrl: given.apiUrl ?? before.apiUrl ?? '',
  authUrl: given.authUrl ?? before.authUrl ?? '',
  tokenUrl: given.tokenUrl ?? before.tokenUrl ?? '',
})

function typeOf(word: string): OAuthType {
  const found = types.get(word.toLowerCase())
  if (!found)
    throw badRequest(`There are no providers of the type ${quote(word)} here: github, google, openId.`)
  return found
}

/** What providers put behind their issuer to make the address where people sign in. */
const endings =
  /\/(?:protocol\/openid-connect\/auth|login\/oauth\/authorize|oauth2?(?:\/v\d[\d.]*)?\/authorize|v1\/authorize|authorize|auth)\/?$/

const issuerOf = (type: OAuthType, authUrl: string): string =>
  type === 'google' ? presetOf(type).issuer : authUrl.replace(/[?#].*$/s, '').replace(endings, '')
