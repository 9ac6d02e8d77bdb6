// Single logout. Leaving here: the browser is told where to go to leave the provider too. Leaving there: the provider
// sends a signed request, and the person's sessions here end.
import { verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import type { Access } from '../../access/access.ts'
import { findProvider } from '../../access/external/identity-providers.ts'
import { rememberState } from '../../access/external/sign-in-states.ts'
import { countStep, redirectTo, redirectWithTrouble } from '../../access/external/sso-browser.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import type { PlainReply } from '../../platform/http/implement.ts'
import type { Services } from '../feature.ts'
import { samlClient } from './client.ts'
import { ourAddresses, samlKind, type StoredProvider } from './providers.ts'
import { checkSignatures } from './response-shape.ts'
import { endSamlSessions, findSamlSession, takeSamlSession } from './sessions.ts'
import type { SamlCall } from './sign-in.ts'
import { decodeMessage } from './verify.ts'
import {
  attributeOf,
  childOf,
  children,
  isElement,
  ns,
  parseMessage,
  textOf,
  type XmlElement,
} from './xml.ts'

const signedOut = '/ui/login?logout=true'
const longestMessage = 400_000
/** How old a logout request may be. */
const freshMs = 5 * 60_000

/** Where this browser must go to leave its provider; empty when it did not come through one that takes logouts. */
export async function logoutAddress(
  { access }: Services,
  call: SamlCall,
  how: 'look' | 'take',
): Promise<string> {
  const session = await (how === 'take' ? takeSamlSession : findSamlSession)(access, call)
  const provider = session && (await findProvider(access, samlKind, session.provider))
  if (!session || !provider || provider.settings.logoutUrl === '') return ''
  const client = await samlClient(access, provider, ourAddresses(call.origin, provider))
  return client.getLogoutUrlAsync(
    {
      issuer: provider.settings.idpEntityId,
      nameID: session.name_id,
      nameIDFormat: session.name_id_format,
      ...(session.session_index === null ? {} : { sessionIndex: session.session_index }),
    },
    '',
    {},
  )
}

/** How a message came: the form, or the address, of which the raw query is what is signed. */
interface LogoutMessage {
  SAMLRequest?: string | undefined
  SAMLResponse?: string | undefined
  RelayState?: string | undefined
  /** Undefined for a form. */
  rawQuery?: string
}

export async function takeLogout(
  services: Services,
  call: SamlCall,
  name: string,
  message: LogoutMessage,
): Promise<PlainReply> {
  const { access } = services
  const provider = await findProvider(access, samlKind, name)
  if (!provider) throw notFound('SAML provider', name)
  // The answer to our own request: nothing here depends on it any more.
  if (message.SAMLRequest === undefined) return redirectTo(signedOut)
  await countStep(access, call)
  try {
    const request = await verifyLogout(access, provider, call, message)
    await endSamlSessions(
      access,
      { actor: { name: request.nameId.slice(0, 256) }, address: call.address },
      {
        provider: name,
        ...request,
      },
    )
    if (provider.settings.logoutUrl === '') return redirectTo(signedOut)
    return redirectTo(await answerTo(access, provider, call, request.id, message.RelayState ?? ''))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return redirectWithTrouble(access, error.message)
  }
}

interface LogoutRequest {
  id: string
  nameId: string
  /** Empty: all of them. */
  sessionIndexes: string[]
}

async function verifyLogout(
  access: Access,
  provider: StoredProvider,
  call: SamlCall,
  message: LogoutMessage,
): Promise<LogoutRequest> {
  const ours = ourAddresses(call.origin, provider)
  const text = message.rawQuery === undefined ? readForm(message) : readQuery(provider, message.rawQuery)
  const root = parseMessage(text)
  if (!isElement(root, ns.protocol, 'LogoutRequest')) throw badRequest('This is not a logout request.')
  if (message.rawQuery === undefined) {
    checkSignatures(root)
    const client = await samlClient(access, provider, ours)
    const container = { SAMLRequest: Buffer.from(text).toString('base64') }
    await client.validatePostRequestAsync(container).catch((cause: unknown) => {
      throw new AppError('bad-request', 'The logout request cannot be trusted: its signature is not valid.', {
        cause,
      })
    })
  }
  return readRequest(access, provider, ours.logoutUrl, root)
}

async function readRequest(
  access: Access,
  { name, settings }: StoredProvider,
  logoutUrl: string,
  root: XmlElement,
): Promise<LogoutRequest> {
  const now = access.clock.now().getTime()
  const id = attributeOf(root, 'ID') ?? ''
  const destination = attributeOf(root, 'Destination')
  if (destination !== undefined && destination !== logoutUrl)
    throw badRequest('The logout request is addressed to another place.')
  if (settings.idpEntityId !== '' && textOf(childOf(root, ns.assertion, 'Issuer')) !== settings.idpEntityId)
    throw badRequest('The logout request was issued by another provider than the settings name.')
  const issuedAt = Date.parse(attributeOf(root, 'IssueInstant') ?? '')
  if (!(Math.abs(now - issuedAt) <= freshMs)) throw badRequest('The logout request is too old.')
  if (
    id === '' ||
    !(await rememberState(access, 'saml-logout', `${name}:${id.slice(0, 200)}`, {}, 2 * freshMs))
  )
    throw badRequest('The logout request was used before.')
  const nameId = textOf(childOf(root, ns.assertion, 'NameID'))
  if (nameId === '') throw badRequest('The logout request names nobody.')
  return { id, nameId, sessionIndexes: children(root, ns.protocol, 'SessionIndex').map(textOf) }
}

const readForm = ({ SAMLRequest = '' }: LogoutMessage) => decodeMessage(SAMLRequest)

const hashes: Record<string, string> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
}

/** What is signed is the query as it was sent, in the order of the specification (bindings, 3.4.4.1). */
function readQuery({ settings }: StoredProvider, rawQuery: string): string {
  const parts = new Map(rawQuery.split('&').map((part): [string, string] => [part.split('=')[0] ?? '', part]))
  const query = new URLSearchParams(rawQuery)
  const names = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature']
  if (names.some((name) => query.getAll(name).length > 1)) throw badRequest('A parameter is given twice.')
  const algorithm = hashes[query.get('SigAlg') ?? '']
  if (algorithm === undefined) throw badRequest('The logout request is not signed with SHA-256 or better.')
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => parts.get(name) ?? []).join('&')
  const signature = Buffer.from(query.get('Signature') ?? '', 'base64')
  const isSigned = settings.certificates.some((pem) =>
    verify(algorithm, Buffer.from(signed), new X509Certificate(pem).publicKey, signature),
  )
  if (!isSigned) throw badRequest('The logout request cannot be trusted: its signature is not valid.')
  return inflate(query.get('SAMLRequest') ?? '')
}

function inflate(encoded: string): string {
  try {
    const bytes = inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: longestMessage })
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad-request', 'The message is broken or too long.', { cause })
  }
}

async function answerTo(
  access: Access,
  provider: StoredProvider,
  call: SamlCall,
  requestId: string,
  relayState: string,
): Promise<string> {
  const client = await samlClient(access, provider, ourAddresses(call.origin, provider))
  // The library wants a whole profile and reads the ID of it.
  const request = { ID: requestId, issuer: '', nameID: '', nameIDFormat: '' }
  return client.getLogoutResponseUrlAsync(request, relayState, {}, true)
}
