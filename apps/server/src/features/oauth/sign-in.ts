// The way through an OAuth provider: out with a state, a challenge and a nonce, back with a code that is exchanged from
// here. All three are good once, for this browser, for this provider. No token is ever in an address, a log or the browser.
import { hash } from 'node:crypto'
import type { Configuration } from 'openid-client'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { finishSignIn, type BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import { admitExternal, type AdmitRules } from '../../access/external/external-users.ts'
import { findProvider, noteTested } from '../../access/external/identity-providers.ts'
import { rememberState, takeState } from '../../access/external/sign-in-states.ts'
import {
  bindBrowser,
  countStep,
  isBoundTo,
  noteRefusedAnswer,
  redirectTo,
  redirectWithTrouble,
  wayLifeMs,
} from '../../access/external/sso-browser.ts'
import { answerTest, failedTest, tryIdentity } from '../../access/external/test-sign-in.ts'
import { AppError, forbidden, notFound } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import type { Services } from '../feature.ts'
import { explain, library, oauthClient } from './client.ts'
import { githubClaims } from './github.ts'
import { identityOf, type Claims } from './identity.ts'
import { callbackUrl, oauthKind, type StoredProvider } from './providers.ts'

type OAuthCall = BrowserCall & { actor: Actor }

interface Way {
  provider: string
  /** Digest of the secret in the browser's cookie. */
  browser: string
  verifier: string
  nonce: string
  isTest: boolean
}

const stateKind = 'oauth-state'

export async function startSignIn(
  services: Services,
  call: OAuthCall,
  name: string,
  isTest: boolean,
): Promise<PlainReply> {
  const { access } = services
  const provider = await findProvider(access, oauthKind, name)
  if (!provider || (!provider.settings.isEnabled && !isTest)) throw notFound('OAuth provider', name)
  if (isTest && !call.actor.isAdmin) throw forbidden('Only an administrator may test a provider.')
  await countStep(access, call)
  const client = await library()
  const configuration = await oauthClient(services, provider).catch((error: unknown) => explain(error))
  if (configuration instanceof AppError) return fail(access, provider, isTest, configuration)
  const [state, verifier, nonce] = [
    client.randomState(),
    client.randomPKCECodeVerifier(),
    client.randomNonce(),
  ]
  const way: Way = { provider: name, browser: bindBrowser(call), verifier, nonce, isTest }
  await rememberState(access, stateKind, hash('sha256', state), way, wayLifeMs)
  const target = client.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(call.origin, name),
    scope: provider.settings.scopes,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isOpenId(provider) ? { nonce } : {}),
  })
  return redirectTo(target.href)
}

export async function takeAnswer(services: Services, call: OAuthCall, name: string): Promise<PlainReply> {
  const { access } = services
  const provider = await findProvider(access, oauthKind, name)
  if (!provider) throw notFound('OAuth provider', name)
  await countStep(access, call)
  const current = new URL(callbackUrl(call.origin, name))
  current.search = call.raw.url?.split('?')[1] ?? ''
  const state = current.searchParams.get('state') ?? ''
  const way = await takeState<Way>(access, stateKind, hash('sha256', state))
  if (way?.provider !== name)
    return redirectWithTrouble(
      access,
      'This sign-in is not under way, was used before, or took too long. Try again.',
    )
  if (!isBoundTo(call, way.browser))
    return redirectWithTrouble(access, 'This sign-in was begun in another browser. Begin again here.')
  try {
    const identity = await identify(services, call, provider, { current, way, state })
    return way.isTest
      ? await finishTest(access, call, provider, identity)
      : await finish(access, call, provider, identity)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return fail(access, provider, way.isTest, error)
  }
}

interface Answer {
  current: URL
  way: Way
  state: string
}

/** Who came; every refusal is in the audit log. */
async function identify(
  services: Services,
  call: OAuthCall,
  provider: StoredProvider,
  answer: Answer,
): Promise<ExternalIdentity> {
  try {
    return identityOf(provider, await exchange(services, provider, answer))
  } catch (error) {
    const refusal = explain(error)
    const from = { realm: 'oauth', provider: provider.name } as const
    await noteRefusedAnswer(services.access, call, from, refusal.message)
    throw refusal
  }
}

async function finish(
  access: Access,
  call: OAuthCall,
  provider: StoredProvider,
  identity: ExternalIdentity,
): Promise<PlainReply> {
  if (!provider.settings.isEnabled) throw forbidden('Sign-in through this provider is switched off.')
  const userId = await admitExternal(access, call, identity, rulesOf(provider))
  await finishSignIn(access, call, userId, { isRemembered: false, method: 'oauth' })
  await noteTested(access, oauthKind, provider)
  return redirectTo('/ui/login/sso/oauth')
}

async function finishTest(
  access: Access,
  call: OAuthCall,
  provider: StoredProvider,
  identity: ExternalIdentity,
): Promise<PlainReply> {
  if (!call.actor.isAdmin) throw forbidden('Only an administrator may test a provider.')
  const result = await tryIdentity(access, identity, rulesOf(provider))
  if (result.isPassed) await noteTested(access, oauthKind, provider)
  return answerTest(access, 'oauth', provider.name, result)
}

/** The code against tokens, and the tokens against claims. */
async function exchange(
  services: Services,
  provider: StoredProvider,
  { current, way, state }: Answer,
): Promise<Claims> {
  const client = await library()
  const configuration = await oauthClient(services, provider)
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    pkceCodeVerifier: way.verifier,
    expectedState: state,
    ...(isOpenId(provider) ? { expectedNonce: way.nonce, idTokenExpected: true } : {}),
  })
  if (!isOpenId(provider)) return githubClaims(services, provider, tokens.access_token)
  const signed = tokens.claims()
  if (!signed) throw forbidden('The provider sent no identity.')
  return { ...(await moreClaims(configuration, tokens.access_token, signed.sub)), ...signed }
}

/** Many providers tell groups and e-mail addresses only here. What the signed token says goes before. */
async function moreClaims(configuration: Configuration, accessToken: string, sub: string): Promise<object> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {}
  const client = await library()
  return client.fetchUserInfo(configuration, accessToken, sub)
}

async function fail(
  access: Access,
  provider: StoredProvider,
  isTest: boolean,
  refusal: AppError,
): Promise<PlainReply> {
  return isTest
    ? answerTest(access, 'oauth', provider.name, failedTest(access, refusal.message))
    : redirectWithTrouble(access, refusal.message)
}

const isOpenId = ({ settings }: StoredProvider) => settings.type !== 'github'

const rulesOf = ({ settings }: StoredProvider): AdmitRules => ({
  createUsers: settings.autoCreateUsers,
  syncGroups: settings.syncGroups,
  allowProfile: settings.allowProfile,
  linkByEmail: settings.linkByEmail,
})
