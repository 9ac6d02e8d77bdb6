// The way through a SAML provider: out with a request, back with an answer by POST, and one step more as a GET. The
// browser sends our cookies with a GET but not with a POST from another site, so only there can be seen that the browser
// which began is the one that ends, and which session it had.
import { hash, randomBytes } from 'node:crypto'
import type { Access } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { finishSignIn, type BrowserCall } from '../../access/sign-in/browser-sign-in.ts'
import type { ExternalIdentity } from '../../access/external/external-identity.ts'
import { admitExternal, NoAccount, type AdmitRules } from '../../access/external/external-users.ts'
import { findProvider, noteTested } from '../../access/external/identity-providers.ts'
import { keepRegistration } from '../../access/external/pending-registration.ts'
import { findState, rememberState, takeState } from '../../access/external/sign-in-states.ts'
import {
  bindBrowser,
  countStep,
  isBoundTo,
  newSecret,
  noteRefusedAnswer,
  redirectTo,
  redirectWithTrouble,
  wayLifeMs,
} from '../../access/external/sso-browser.ts'
import { answerTest, failedTest, tryIdentity } from '../../access/external/test-sign-in.ts'
import { AppError, badRequest, forbidden, notFound } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import type { Services } from '../feature.ts'
import type { Assertion } from './assertion.ts'
import { samlClient } from './client.ts'
import { ourAddresses, samlKind, type StoredProvider } from './providers.ts'
import { identityOf } from './identity.ts'
import { postForm } from './post-form.ts'
import { keepSamlSession } from './sessions.ts'
import { verifyResponse } from './verify.ts'

export type SamlCall = BrowserCall & { actor: Actor }

interface Way {
  provider: string
  /** Digest of the secret in the browser's cookie. */
  browser: string
  isTest: boolean
}

interface Arrived extends Way {
  identity: ExternalIdentity
  session: Pick<Assertion, 'nameId' | 'nameIdFormat' | 'sessionIndex'>
}

const requestKind = 'saml-request'
const arrivedKind = 'saml-arrived'
const arrivedLifeMs = 2 * 60_000

export async function startSignIn(
  { access }: Services,
  call: SamlCall,
  name: string,
  isTest: boolean,
): Promise<PlainReply> {
  const provider = await findProvider(access, samlKind, name)
  if (!provider || (!provider.settings.isEnabled && !isTest)) throw notFound('SAML provider', name)
  if (isTest && !call.actor.isAdmin) throw forbidden('Only an administrator may test a provider.')
  await countStep(access, call)
  const requestId = `_${randomBytes(20).toString('hex')}`
  const way: Way = { provider: name, browser: bindBrowser(call), isTest }
  await rememberState(access, requestKind, requestId, way, wayLifeMs)
  const isForm = provider.settings.requestBinding === 'post'
  const ours = ourAddresses(call.origin, provider)
  const client = await samlClient(access, provider, ours, { id: requestId, isForm })
  if (!isForm) return redirectTo(await client.getAuthorizeUrlAsync('', undefined, {}))
  const message = await client.getAuthorizeMessageAsync('', undefined, {})
  return postForm(provider.settings.loginUrl, String(message['SAMLRequest']))
}

/** The provider's answer, carried here by a form of its page. */
export async function takeAnswer(
  { access }: Services,
  call: SamlCall,
  name: string,
  encoded: string | undefined,
): Promise<PlainReply> {
  const provider = await findProvider(access, samlKind, name)
  if (!provider) throw notFound('SAML provider', name)
  await countStep(access, call)
  try {
    if (encoded === undefined) throw badRequest('The provider sent no answer.')
    const ours = ourAddresses(call.origin, provider)
    const assertion = await verifyResponse(access, provider, ours, encoded)
    const arrived = await arrive(access, provider, assertion)
    const code = newSecret()
    await rememberState(access, arrivedKind, hash('sha256', code), arrived, arrivedLifeMs)
    return redirectTo(`/ui/api/v1/auth/saml/finish/${name}?code=${code}`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await noteRefusedAnswer(access, call, { realm: 'saml', provider: name }, error.message)
    return (await isTestAnswer(access, encoded))
      ? answerTest(access, 'saml', name, failedTest(access, error.message))
      : redirectWithTrouble(access, error.message)
  }
}

export async function finishWay(
  { access, log }: Services,
  call: SamlCall,
  name: string,
  code: string,
): Promise<PlainReply> {
  const provider = await findProvider(access, samlKind, name)
  if (!provider) throw notFound('SAML provider', name)
  const arrived = await takeState<Arrived>(access, arrivedKind, hash('sha256', code))
  if (arrived?.provider !== name) return redirectWithTrouble(access, 'This sign-in took too long. Try again.')
  if (!isBoundTo(call, arrived.browser))
    return redirectWithTrouble(access, 'This sign-in was begun in another browser. Begin again here.')
  if (arrived.isTest) return finishTest(access, call, provider, arrived.identity)
  try {
    if (!provider.settings.isEnabled) throw forbidden('Sign-in through this provider is switched off.')
    const userId = await admitExternal(access, call, arrived.identity, rulesOf(provider))
    await finishSignIn(access, call, userId, { isRemembered: false, method: 'saml' })
    await keepSamlSession(access, call, { userId, provider: name, ...arrived.session })
    await noteTested(access, samlKind, provider)
    return redirectTo('/ui/login/sso/saml')
  } catch (error) {
    if (error instanceof NoAccount) await keepRegistration(access, call, arrived.identity)
    if (!(error instanceof AppError)) throw error
    log.info('A sign-in through SAML was refused', { provider: name, error })
    return redirectWithTrouble(access, error.message)
  }
}

const rulesOf = ({ settings }: StoredProvider): AdmitRules => ({
  createUsers: settings.autoCreateUsers,
  syncGroups: settings.syncGroups,
  allowProfile: settings.allowProfile,
})

/** Each request is answered once, and each assertion counts once, whatever node it comes to. */
async function arrive(access: Access, provider: StoredProvider, assertion: Assertion): Promise<Arrived> {
  const way = await takeState<Way>(access, requestKind, assertion.inResponseTo)
  if (!way || way.provider !== provider.name)
    throw badRequest(
      'The answer belongs to no sign-in that is under way here, or was used before. Try again.',
    )
  const untilMs = assertion.expiresAt.getTime() - access.clock.now().getTime()
  if (
    !(await rememberState(
      access,
      'saml-assertion',
      `${provider.name}:${hash('sha256', assertion.id)}`,
      {},
      untilMs,
    ))
  )
    throw badRequest('This assertion was used before. Try again.')
  const { nameId, nameIdFormat, sessionIndex } = assertion
  return {
    ...way,
    identity: identityOf(provider, assertion),
    session: { nameId, nameIdFormat, sessionIndex },
  }
}

async function finishTest(
  access: Access,
  call: SamlCall,
  provider: StoredProvider,
  identity: ExternalIdentity,
): Promise<PlainReply> {
  if (!call.actor.isAdmin) return redirectWithTrouble(access, 'Only an administrator may test a provider.')
  const result = await tryIdentity(access, identity, rulesOf(provider))
  if (result.isPassed) await noteTested(access, samlKind, provider)
  return answerTest(access, 'saml', provider.name, result)
}

/** Whether a refused answer was for a test: only whoever began it knows the id of its request. Nothing else is read of it. */
async function isTestAnswer(access: Access, encoded = ''): Promise<boolean> {
  const text = Buffer.from(encoded, 'base64').toString('latin1')
  const id = /InResponseTo="(_[0-9a-f]{40})"/.exec(text)?.[1]
  return id !== undefined && (await findState<Way>(access, requestKind, id))?.isTest === true
}
