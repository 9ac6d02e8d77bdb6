// The library that makes requests and verifies answers, set up for one provider. Loaded when somebody first signs in.
import type { SAML, SamlConfig } from '@node-saml/node-saml'
import type { Access } from '../../access/access.ts'
import { openOwnKey, type OurAddresses, type StoredProvider } from './providers.ts'

export async function samlClient(
  access: Access,
  provider: StoredProvider,
  ours: OurAddresses,
  request: { id?: string; isForm?: boolean } = {},
): Promise<SAML> {
  const library = await import('@node-saml/node-saml')
  return new library.SAML({
    ...clientOptions(access, provider, ours),
    // A form carries it plain, an address compressed.
    skipRequestCompression: request.isForm === true,
    ...(request.id === undefined ? {} : { generateUniqueId: () => request.id ?? '' }),
  })
}

export async function describeOurselves(
  access: Access,
  provider: StoredProvider,
  ours: OurAddresses,
): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  const { privateKey, decryptionPvk } = clientOptions(access, provider, ours)
  const certificate = provider.settings.ownKey?.certificate
  return generateServiceProviderMetadata({
    issuer: ours.entityId,
    callbackUrl: ours.acsUrl,
    logoutCallbackUrl: ours.logoutUrl,
    identifierFormat: null,
    wantAssertionsSigned: true,
    ...(privateKey === undefined ? {} : { privateKey, publicCerts: certificate ?? null }),
    ...(decryptionPvk === undefined ? {} : { decryptionPvk, decryptionCert: certificate ?? null }),
  })
}

function clientOptions(access: Access, provider: StoredProvider, ours: OurAddresses): SamlConfig {
  const { settings } = provider
  const own = openOwnKey(access, provider)
  return {
    callbackUrl: ours.acsUrl,
    issuer: ours.entityId,
    entryPoint: settings.loginUrl,
    logoutUrl: settings.logoutUrl,
    idpCert: settings.certificates,
    audience: settings.verifyAudience ? ours.entityId : false,
    // Either may be signed; the library refuses when neither is, and what is not signed is not read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // Which requests are open is known to the database, for all nodes; see sign-in.ts.
    acceptedClockSkewMs: 60_000,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    // Providers know better how people should sign in there: with a key, a code, a card.
    disableRequestedAuthnContext: true,
    authnRequestBinding: settings.requestBinding === 'post' ? 'HTTP-POST' : 'HTTP-Redirect',
    ...(own && settings.signRequests ? { privateKey: own.privateKey, publicCert: own.certificate } : {}),
    ...(own && settings.encryptedAssertions ? { decryptionPvk: own.privateKey } : {}),
  }
}
