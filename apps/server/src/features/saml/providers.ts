// SAML providers: their settings, our addresses for each, and what is shown of them.
import { SamlProviderSettings, type SamlProvider, type TestSignIn } from '@bindery/contracts'
import { z } from 'zod'
import type { Access } from '../../access/access.ts'
import type { Doer } from '../../access/audit.ts'
import {
  createProvider,
  getProvider,
  updateProvider,
  type Provider,
  type ProviderKind,
} from '../../access/external/identity-providers.ts'
import { findTestSignIn } from '../../access/external/test-sign-in.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Services } from '../feature.ts'
import { describeCertificate, makeOwnKey, toPem, type OwnKey } from './certificates.ts'

const StoredSettings = SamlProviderSettings.extend({
  /** Ours, to sign requests and to open what is encrypted for us; the key is sealed. */
  ownKey: z.object({ certificate: z.string(), sealedKey: z.string() }).optional(),
  /** The certificates as the Access API was given them, until others are set. */
  certificateText: z.string().optional(),
})
type StoredSettings = z.infer<typeof StoredSettings>
export type StoredProvider = Provider<StoredSettings>
export type GivenSettings = Omit<StoredSettings, 'ownKey'>

export const samlKind: ProviderKind<StoredSettings> = {
  kind: 'saml',
  label: 'SAML provider',
  schema: StoredSettings,
}

export const getSamlProvider = (access: Access, name: string) => getProvider(access, samlKind, name)

export interface OurAddresses {
  entityId: string
  acsUrl: string
  logoutUrl: string
  metadataUrl: string
  /** On our own site. */
  loginPath: string
}

export function ourAddresses(origin: string, { name, settings }: StoredProvider): OurAddresses {
  const base = `${origin}/ui/api/v1/auth/saml`
  const metadataUrl = `${base}/metadata/${name}`
  return {
    entityId: settings.entityId || metadataUrl,
    acsUrl: `${base}/loginResponse/${name}`,
    logoutUrl: `${base}/logout/${name}`,
    metadataUrl,
    loginPath: `/ui/api/v1/auth/saml/loginRequest/${name}`,
  }
}

export async function createSamlProvider(
  { access }: Services,
  by: Doer,
  name: string,
  given: GivenSettings,
): Promise<StoredProvider> {
  const settings = checked(given)
  const ownKey = needsKey(settings) ? await makeSealedKey(access, name) : undefined
  return createProvider(access, by, samlKind, name, { ...settings, ownKey })
}

export async function updateSamlProvider(
  { access }: Services,
  by: Doer,
  name: string,
  given: GivenSettings,
): Promise<StoredProvider> {
  const settings = checked(given)
  const { settings: present } = await getSamlProvider(access, name)
  // Before the transaction, because it takes long; not used when another made one meanwhile.
  const made = needsKey(settings) && !present.ownKey ? await makeSealedKey(access, name) : undefined
  const change = (before: StoredProvider) => ({ ...settings, ownKey: before.settings.ownKey ?? made })
  return updateProvider(access, by, samlKind, name, { change, isSameWay })
}

/** Our screens offer the switch only when it is safe; whoever calls the API is told why not. */
export function refuseUntestedRedirect(wish: boolean, before: StoredProvider | undefined): void {
  if (!wish || before?.settings.autoRedirect === true || typeof before?.testedAt === 'string') return
  throw badRequest(
    'Sign in through this provider once as a test before people are sent there at once: else nobody might get in.',
    'autoRedirect',
  )
}

/** The wish is in effect once somebody came through with the settings as they are now. */
export const isAutoRedirecting = ({ settings, testedAt }: StoredProvider) =>
  settings.isEnabled && settings.autoRedirect && testedAt !== null

/** Our private key, opened. */
export function openOwnKey(access: Access, { name, settings }: StoredProvider): OwnKey | undefined {
  if (!settings.ownKey) return undefined
  const { certificate, sealedKey } = settings.ownKey
  return { certificate, privateKey: access.vault.open(sealedKey, keyContext(name)) }
}

export async function showSamlProvider(
  { access, clock }: Services,
  origin: string,
  provider: StoredProvider,
): Promise<SamlProvider> {
  const { ownKey, certificateText: _text, ...settings } = provider.settings
  const ours = ourAddresses(origin, provider)
  const lastTest: TestSignIn | null = (await findTestSignIn(access, 'saml', provider.name)) ?? null
  return {
    ...settings,
    name: provider.name,
    certificateFacts: settings.certificates.map((pem) => describeCertificate(pem, clock.now())),
    ourEntityId: ours.entityId,
    acsUrl: ours.acsUrl,
    ourLogoutUrl: ours.logoutUrl,
    metadataUrl: ours.metadataUrl,
    loginAddress: ours.loginPath,
    signingCertificate: ownKey?.certificate ?? null,
    testedAt: provider.testedAt,
    isAutoRedirecting: isAutoRedirecting(provider),
    lastTest,
  }
}

const checked = (given: GivenSettings): GivenSettings => ({
  ...given,
  certificates: given.certificates.map((text, index) => toPem(text, `certificates.${index}`)),
})

const needsKey = ({ signRequests, encryptedAssertions }: GivenSettings) => signRequests || encryptedAssertions

async function makeSealedKey(
  access: Access,
  name: string,
): Promise<{ certificate: string; sealedKey: string }> {
  const { certificate, privateKey } = await makeOwnKey(`bindery-${name}`, access.clock.now())
  return { certificate, sealedKey: access.vault.seal(privateKey, keyContext(name)) }
}

const keyContext = (name: string) => `saml-key:${name}`

/** What decides whether people come through; the rest may change without another test. */
const isSameWay = (before: StoredSettings, after: StoredSettings) =>
  JSON.stringify(wayOf(before)) === JSON.stringify(wayOf(after))

const wayOf = (settings: StoredSettings) => [
  settings.idpEntityId,
  settings.loginUrl,
  settings.certificates,
  settings.entityId,
  settings.requestBinding,
  settings.nameAttribute,
  settings.verifyAudience,
  settings.signRequests,
  settings.encryptedAssertions,
]
