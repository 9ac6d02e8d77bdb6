// Parts of the configuration document under addresses of their own: the same settings, as JSON.
import { artifactoryConfiguration, type OAuthWireSettings } from '@bindery/contracts'
import { badRequest } from '../../../platform/errors.ts'
import { isPlainObject, type Plain, type PlainObject } from '../../../registry/config/elements.ts'
import { implement, type Services } from '../../feature.ts'
import { describeConfiguration } from './document.ts'
import { mergeConfiguration } from './merge.ts'
import { merged } from './plain.ts'

export const endpoints = implement(artifactoryConfiguration, {
  security: { allow: 'administer', handle: (_call, services) => readSecurity(services) },
  saveSecurity: {
    allow: 'administer',
    handle: async (call, services) => {
      // What came as JSON is plain.
      await mergeConfiguration(services, call, { security: call.body as PlainObject })
      return readSecurity(services)
    },
  },
  oauth: {
    allow: 'administer',
    handle: async (_call, services) => ({ ...(await readOAuth(services)), availableTypes }),
  },
  saveOAuth: {
    allow: 'administer',
    handle: async (call, services) => {
      await mergeConfiguration(services, call, { security: { oauthSettings: fromOAuth(call.body) } })
      return readOAuth(services)
    },
  },
  saml: {
    allow: 'administer',
    handle: async (_call, services) => ({
      enableIntegration: false,
      ...objectAt(await readSecurity(services), 'samlSettings'),
    }),
  },
})

/** What readers compare even when nobody set it. */
const usual: PlainObject = {
  passwordSettings: { encryptionPolicy: 'SUPPORTED', expirationPolicy: { notifyByEmail: false } },
}

const readSecurity = async (services: Services): Promise<PlainObject> =>
  merged(usual, objectAt(await describeConfiguration(services), 'security')) as PlainObject

const availableTypes = [
  { displayName: 'GitHub', type: 'github' },
  { displayName: 'Google', type: 'google' },
  { displayName: 'OpenID', type: 'openId' },
]

async function readOAuth(services: Services): Promise<OAuthWireSettings> {
  const { oauthProvidersSettings, enableIntegration, ...rest } = objectAt(
    await readSecurity(services),
    'oauthSettings',
  )
  const providers = Object.entries(asObject(oauthProvidersSettings)).map(([name, one]) => ({
    ...asObject(one),
    name,
    secret: '',
  }))
  return { enabled: enableIntegration === true, ...rest, providers }
}

function fromOAuth({ enabled, providers, ...rest }: OAuthWireSettings): PlainObject {
  const named = (providers ?? []).map(({ name, ...one }) => [name, one] as const)
  if (new Set(named.map(([name]) => name)).size < named.length)
    throw badRequest('A provider is named twice.', 'providers')
  const given = {
    ...rest,
    enableIntegration: enabled,
    // An empty map would take all away; an empty list names none.
    oauthProvidersSettings: named.length > 0 ? Object.fromEntries(named) : undefined,
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value as Plain]])),
  )
}

const objectAt = (document: PlainObject, name: string): PlainObject => asObject(document[name])

const asObject = (value: Plain | undefined): PlainObject => (isPlainObject(value) ? value : {})
