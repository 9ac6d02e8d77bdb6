// From the text that a browser brought to an assertion that may be believed, or a refusal. In this order: shape, signature
// by the library, and then everything else from the bytes that were signed, never from the document around them.
import { promisify } from 'node:util'
import type { Access } from '../../access/access.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import { readAssertion, type Assertion } from './assertion.ts'
import { samlClient } from './client.ts'
import { openOwnKey, type OurAddresses, type StoredProvider } from './providers.ts'
import { checkDecrypted, checkResponse, type ResponseShape } from './response-shape.ts'
import { parseMessage } from './xml.ts'

export async function verifyResponse(
  access: Access,
  provider: StoredProvider,
  ours: OurAddresses,
  encoded: string,
): Promise<Assertion> {
  const { settings } = provider
  const text = decodeMessage(encoded)
  const shape = checkResponse(parseMessage(text))
  if (shape.destination !== undefined && shape.destination !== ours.acsUrl)
    throw badRequest(`The response is addressed to another place than ${ours.acsUrl}.`)
  await checkEncrypted(access, provider, shape)
  const assertion = readAssertion(await verifiedXml(access, provider, ours, text), {
    now: access.clock.now(),
    acsUrl: ours.acsUrl,
    audience: settings.verifyAudience ? ours.entityId : undefined,
    issuer: settings.idpEntityId || undefined,
  })
  if (shape.inResponseTo !== undefined && shape.inResponseTo !== assertion.inResponseTo)
    throw badRequest('The response and its assertion answer different requests.')
  return assertion
}

/** Base64 of UTF-8, whole: a message that was cut off is refused as such. */
export function decodeMessage(encoded: string): string {
  const compact = encoded.replaceAll(/\s/g, '')
  if (compact.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact))
    throw badRequest('The message is not complete: its base64 is broken.')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(compact, 'base64'))
  } catch {
    throw badRequest('The message is not text in UTF-8.')
  }
}

/** The library opens it again by itself; here it is opened to look at the shape of what is inside. */
async function checkEncrypted(access: Access, provider: StoredProvider, shape: ResponseShape): Promise<void> {
  const { encryptedAssertions } = provider.settings
  if (!shape.encrypted) {
    if (!encryptedAssertions) return
    throw badRequest('The assertion is not encrypted, and the settings of this provider ask for it.')
  }
  const key = encryptedAssertions ? openOwnKey(access, provider)?.privateKey : undefined
  if (key === undefined)
    throw badRequest('The assertion is encrypted, and the settings of this provider do not say so.')
  const xmlenc = await import('xml-encryption')
  const decrypt = promisify(xmlenc.decrypt)
  const inner = await decrypt(shape.encrypted.toString(), {
    key,
    disallowDecryptionWithInsecureAlgorithm: true,
  }).catch((cause: unknown) => {
    throw new AppError('bad-request', 'The assertion cannot be decrypted with our key.', { cause })
  })
  checkDecrypted(parseMessage(inner))
}

async function verifiedXml(
  access: Access,
  provider: StoredProvider,
  ours: OurAddresses,
  text: string,
): Promise<string> {
  const client = await samlClient(access, provider, ours)
  const container = { SAMLResponse: Buffer.from(text).toString('base64') }
  const { profile } = await client.validatePostResponseAsync(container).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message.slice(0, 300) : ''
    throw new AppError('bad-request', `The answer cannot be trusted: ${why}.`, { cause })
  })
  const xml = profile?.getAssertionXml?.()
  if (xml === undefined) throw badRequest('The answer holds no assertion that is signed.')
  return xml
}
